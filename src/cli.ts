import packageJson from "../package.json" with { type: "json" };

// Node's warnings are for us, not for users. They are printed soon after start-up, so this comes first.
process.removeAllListeners("warning");

void import("./main.ts").then(({ main }) =>
  main(process.argv.slice(2), packageJson.version),
);
