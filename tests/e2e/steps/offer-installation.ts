import type { Page } from '@playwright/test'

/** What a page learned of the browser's question: how often it was opened. */
const ASKED = 'installQuestions'

/**
 * The browser offers to install the app, as Chromium does some time after it has seen that it can be; the person will
 * answer its question with `outcome`.
 */
export async function offerInstallation(
  page: Page,
  outcome: 'accepted' | 'dismissed' = 'dismissed',
): Promise<void> {
  await page.evaluate(
    ([answer, asked]) => {
      const count = () => Number(Reflect.get(window, asked) ?? 0)
      Reflect.set(window, asked, count())
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      const prompt = async () => {
        Reflect.set(window, asked, count() + 1)
        return { outcome: answer }
      }
      window.dispatchEvent(Object.assign(offer, { prompt }))
    },
    [outcome, ASKED] as const,
  )
}

/** How often this page had the browser ask. */
export async function countInstallQuestions(page: Page): Promise<number> {
  return await page.evaluate((asked) => Number(Reflect.get(window, asked) ?? 0), ASKED)
}
