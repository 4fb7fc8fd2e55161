import type { Page } from '@playwright/test'

type Counted = { taps: number; characters: number }

/** What a hand takes on a phone, in seconds: to find and tap something, and to type a character. */
const [TAP_S, CHARACTER_S] = [1.5, 0.4]

/**
 * Counts what a person does on this page from now on: taps, two for a list to choose from, and characters typed with the
 * tap into their field. Returns what was counted so far, with the seconds that a hand takes for it.
 */
export async function countPersonTime(page: Page): Promise<() => Promise<Counted & { seconds: number }>> {
  await page.evaluate(() => {
    const counted = { taps: 0, characters: 0 }
    const typed = new WeakMap<Element, number>()
    Object.assign(window, { countedPersonTime: counted })
    document.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        if (isTrusted && !(target instanceof HTMLSelectElement)) counted.taps += 1
      },
      true,
    )
    document.addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) counted.taps += 2
        if (!(target instanceof HTMLInputElement)) return
        const before = typed.get(target)
        if (before === undefined) counted.taps += 1
        counted.characters += Math.max(0, target.value.length - (before ?? 0))
        typed.set(target, target.value.length)
      },
      true,
    )
  })
  return async () => {
    const counted = await page.evaluate(
      () => (window as unknown as { countedPersonTime: Counted }).countedPersonTime,
    )
    return { ...counted, seconds: counted.taps * TAP_S + counted.characters * CHARACTER_S }
  }
}
