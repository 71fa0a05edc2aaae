/** A part of cli-table3 that it does not declare. */
declare module "cli-table3/src/utils.js" {
  const utils: object;
  export default utils;
}
