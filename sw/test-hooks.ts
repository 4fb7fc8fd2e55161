import type { DrainHooks } from '#sync/connection/sync-deps.ts'

declare global {
  var __risitiHooks: DrainHooks | undefined
}

/**
 * Points at which a browser test pauses the worker. Only a build made with `VITE_TEST_HOOKS` has them; in the product
 * this returns nothing.
 */
export function testHooks(): DrainHooks | undefined {
  if (!import.meta.env.VITE_TEST_HOOKS) return undefined
  globalThis.__risitiHooks ??= {}
  return globalThis.__risitiHooks
}
