/**
 * undici's internal modules have no types of their own; they are what its main
 * module exports.
 */
declare module "undici/lib/api/api-request.js" {
  const request: import("undici").Dispatcher["request"];
  export default request;
}
declare module "undici/lib/api/api-connect.js" {
  const connect: import("undici").Dispatcher["connect"];
  export default connect;
}
declare module "undici/lib/dispatcher/pool.js" {
  export { Pool as default } from "undici";
}
declare module "undici/lib/dispatcher/proxy-agent.js" {
  export { ProxyAgent as default } from "undici";
}
declare module "undici/lib/core/connect.js" {
  export { buildConnector as default } from "undici";
}
