/** Files in other languages are imported as their text: scripts/text-files.js. */
declare module "*.css";
declare module "*.bash";
declare module "*.zsh";
declare module "*.fish";
declare module "*/carriers.yaml" {
  export const data: unknown;
}
declare module "*/default-policy.yaml" {
  const text: string;
  export default text;
  /** The same, parsed when usdot is built. */
  export const data: {
    name: string;
    rules: Record<string, Record<string, unknown>>;
  };
}
