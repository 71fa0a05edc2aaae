/** A service in memory, for the tests of lookup/. */
import {
  ServiceError,
  type ServiceErrorReason,
} from "../../src/service/service-error.ts";

export const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => from + index);

export const serviceError = (reason: ServiceErrorReason, status?: number) =>
  new ServiceError(reason, {
    reason,
    baseUrl: "https://carriers.example.com",
    withKey: true,
    exchange: { askedAt: "2026-11-22T00:00:00Z", ...(status && { status }) },
  });
