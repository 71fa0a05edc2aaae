import type { Plugin } from "vitest/config";

export const textFiles: Plugin;
