/** Files in other languages are imported as their text: see scripts/build.js and vitest.config.ts. */
declare module "*.css";
declare module "*.yaml";
declare module "*.bash";
declare module "*.zsh";
declare module "*.fish";
