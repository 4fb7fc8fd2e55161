import { beforeEach, expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { toCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { ExpenseFacts } from '#features/expenses/expense-facts.tsx'
import { PortsContext } from '#ui/ports.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'
import { aSession, Device } from '../../sync/device.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

/** The facts of an expense with VAT as they are shown, by name. */
function shownFacts(): ReadonlyMap<string, string> {
  const fields = expenseFields()
  const expense = {
    ...fields,
    ...{ id: 'e', companyId: 'c', rev: 1, createdBy: 'u', createdByName: 'Asha' },
    createdAt: '2026-01-02T06:31:00.000Z' as Instant,
    totals: expenseTotals(fields),
  }
  const context = { account: device.account, session: aSession('company', 'owner'), clockOffsetMs: 0 }
  const html = renderInRouter(
    <AppReactContext value={context as never}>
      <PortsContext value={{ clock: { now: () => 0 } } as never}>
        <ExpenseFacts expense={expense as never} />
      </PortsContext>
    </AppReactContext>,
  )
  return new Map(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

it('the details of an expense name the kind of its amount as such; no sentence is shown as an amount', () => {
  const facts = shownFacts()
  expect(facts.get('Amount type')).toBe('The amount includes VAT')
  expect(facts.get('VAT')).toBe(moneyText(toCents(360_000)))
  expect(facts.has('Amount')).toBe(false)
})
