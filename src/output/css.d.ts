/** Style sheets are imported as their text: see scripts/build.js and vitest.config.ts. */
declare module "*.css" {
  const text: string;
  export default text;
}
