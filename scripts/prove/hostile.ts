import type { Proof } from "./promise.ts";
export const hostile: Proof = { name: "hostile", promise: "x", prove() {} };
