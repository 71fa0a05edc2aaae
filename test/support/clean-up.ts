/**
 * What tests leave behind, removed after those of each file: the setup of
 * vitest.config.ts.
 */
import { afterAll } from "vitest";
import { cleanUp } from "./resources.ts";

afterAll(cleanUp);
