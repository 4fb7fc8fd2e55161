import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from './steps/sign-in.ts'

/** What React's developer tools see of a rendered part: a component, an element or a text. */
type Part = {
  readonly flags: number
  readonly type: unknown
  readonly stateNode: unknown
  readonly alternate: Part | null
  readonly child: Part | null
  readonly sibling: Part | null
}

declare global {
  interface Window {
    /** For each drawing of React that left the form in place: which of its labels had a part rendered in them again. */
    renderedLabels?: string[][]
  }
}

/** Records which fields of the form are rendered again, the way React's developer tools see it. */
async function watchFields(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const RENDERED = 1
    window.renderedLabels = []
    /** Below a part that was not touched the children are the same objects; what they hold is of an earlier drawing. */
    const isTouched = ({ alternate, child }: Part) => !alternate || alternate.child !== child
    /** Names of the elements in which a component was rendered again, of `part` and those beside and below it. */
    const renderedIn = (part: Part | null, around: string | null): string[] => {
      const names: string[] = []
      for (let at = part; at; at = at.sibling) {
        const { type, flags, alternate, child, stateNode } = at
        const element = stateNode instanceof HTMLElement ? stateNode : null
        const name = element?.matches('button, .mantine-Input-wrapper, .mantine-InputWrapper-root')
          ? (element.textContent ?? '')
          : around
        if (typeof type === 'function' && (flags & RENDERED) !== 0 && alternate)
          names.push(name ?? 'the form')
        if (isTouched(at)) names.push(...renderedIn(child, name))
      }
      return names
    }
    const findForm = (part: Part | null): Part | null => {
      for (let at = part; at; at = at.sibling) {
        const found = at.type === 'form' ? at : isTouched(at) ? findForm(at.child) : null
        if (found) return found
      }
      return null
    }
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_renderer: number, root: { readonly current: Part }) => {
          const form = findForm(root.current.child)
          if (form && isTouched(form)) window.renderedLabels?.push(renderedIn(form.child, null))
        },
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })
}

test('saving an expense renders its button again, and none of its fields', async ({ phone }) => {
  const { page } = phone
  await signIn(page)
  await watchFields(page)
  await page.goto('/new-expense')
  await page.getByRole('textbox', { name: 'Amount' }).fill('4,500')
  await page.getByLabel('Category').selectOption('RENT')
  // The amount is written out as its field is left.
  await page.getByLabel('Category').focus()
  const renders = () => page.evaluate(() => window.renderedLabels?.flat() ?? [])
  expect((await renders()).join(' ')).toContain('Category')
  await page.evaluate(() => {
    window.renderedLabels = []
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Expenses', exact: true })).toBeVisible()
  const saved = await renders()
  expect(saved.length).toBeGreaterThan(0)
  expect(saved.filter((name) => name !== 'Save' && name !== 'the form')).toEqual([])
})
