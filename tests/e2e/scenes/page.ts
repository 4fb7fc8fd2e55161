import { expect } from '@playwright/test'
import type { Scene } from './scene-context.ts'

/** A scene that is an address, once everything on it has been read. */
export function page(name: string, path: string): Scene {
  return {
    name,
    open: async ({ page: shown }) => {
      await shown.goto(path)
      await expect(shown.locator('h1, h2').first()).toBeVisible()
      await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0)
    },
  }
}
