import type { Page } from '@playwright/test'
import type { Phone } from '../fixtures.ts'

/** Another tab of the same phone and account in Swahili, independent of the phone's language. */
export async function openSwahiliTab({ openTab }: Phone, path: string): Promise<Page> {
  const tab = await openTab()
  await tab.addInitScript(() => {
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      return key === 'language' ? 'sw' : read.call(this, key)
    }
  })
  await tab.goto(path)
  return tab
}
