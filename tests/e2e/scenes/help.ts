import { expect } from '@playwright/test'
import { page } from './page.ts'
import type { Scene } from './scene-context.ts'

/** The public pages to read. */
export const READING_SCENES: readonly Scene[] = [
  page('help', '/help'),
  {
    name: 'help, found',
    notifications: true,
    open: async ({ page: shown }) => {
      await shown.goto('/help')
      await shown.getByRole('searchbox').fill('receipt')
      await expect(shown.locator('search li').nth(2)).toBeVisible()
    },
  },
  page('frequently asked questions', '/help/FAQs'),
  page('licence agreement', '/help/license-agreement'),
  page('privacy policy', '/help/privacy-policy'),
  page('contact us', '/contact-us'),
  page('forgotten password', '/recover-password'),
  page('one-time code', '/otp-reset-password?verification=mtu@example.com'),
  page('new password', '/reset-password?verification=mtu'),
]

/** What those signed in read beside it. */
export const MANUAL_SCENES: readonly Scene[] = [
  page('user manual', '/help/user-manual'),
  page('what is new', '/updates'),
  page('profile', '/profile'),
]
