import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

/** The program of axe, as the package for Playwright brings it. */
const PROGRAM = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Rules about colours: the only ones that can come out differently in the dark, and by far the slowest. */
const COLOURS = ['color-contrast', 'link-in-text-block']
/** Rows of a list are alike: the first ones speak for the rest. */
const ALIKE = 'main li:nth-of-type(n+13)'

/** What is asked of axe: `all` rules, all but those about colours, or only those; of the page or a part of it. */
export type Question = {
  readonly rules: 'all' | 'but colours' | 'colours'
  readonly within?: string
}

type Finding = {
  readonly id: string
  readonly nodes: readonly {
    readonly target: readonly unknown[]
    readonly html: string
    readonly any: readonly { readonly message: string }[]
  }[]
}
type Axe = { run(context: object, options: object): Promise<{ violations: Finding[] }> }

/** Accessibility barriers on the current screen, found by axe once it has loaded; one line for each place. */
export async function findBarriers(page: Page, question: Question): Promise<string[]> {
  for (;;) {
    // A list that is being read again is pale until the answer comes, and may be read again while axe looks at it.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const { barriers, wasBusy } = await askAxe(page, question)
    if (barriers.length === 0 || !wasBusy) return barriers
  }
}

/** What axe finds, and whether a part of the screen was being read meanwhile. */
async function askAxe(
  page: Page,
  { rules, within }: Question,
): Promise<{ barriers: string[]; wasBusy: boolean }> {
  const isThere = await page.evaluate(() => 'axe' in window)
  // Once for each load of the page: sending and reading half a megabyte takes longer than most looks.
  if (!isThere) await page.evaluate(PROGRAM)
  const { violations, wasBusy } = await page.evaluate(
    async ({ include, exclude, options }) => {
      const { axe } = window as unknown as { readonly axe: Axe }
      if (include !== null && !document.querySelector(include)) return { violations: [], wasBusy: false }
      const isBusy = () => document.querySelector('[aria-busy="true"]') !== null
      let busy = isBusy()
      const watcher = new MutationObserver(() => {
        busy ||= isBusy()
      })
      watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
      const context = { exclude: [exclude], ...(include === null ? {} : { include: [include] }) }
      const found = await axe.run(context, { ...options, resultTypes: ['violations'], iframes: false })
      watcher.disconnect()
      return { violations: found.violations, wasBusy: busy }
    },
    {
      include: within ?? null,
      exclude: ALIKE,
      options:
        rules === 'colours'
          ? { runOnly: { type: 'rule', values: COLOURS } }
          : rules === 'but colours'
            ? { rules: Object.fromEntries(COLOURS.map((id) => [id, { enabled: false }])) }
            : {},
    },
  )
  const barriers = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`,
    ),
  )
  return { barriers, wasBusy }
}
