import type { Aggregate } from '#contract/aggregates.ts'
import type { AccountDatabase } from './account-database.ts'
import type { OverlayRow } from './rows.ts'

/** The totals of one period and key, as a report reads them. Amounts in cents. */
export type Totals = {
  readonly period: string
  readonly key: string
  readonly count: number
  readonly gross: number
  readonly net: number
  readonly vat: number
  readonly discount: number
  readonly quantity: number
  readonly canceledCount: number
  readonly canceledGross: number
  readonly perLetter: Readonly<Record<string, { readonly net: number; readonly tax: number }>>
  readonly perPayment: Readonly<Record<string, number>>
}

type Addition = Omit<Totals, 'canceledCount' | 'canceledGross'>

function parts(overlay: OverlayRow, kind: Aggregate['kind']): Addition[] {
  const { gross, net, vat, discount, perLetter, perPayment } = overlay
  const whole = { count: 1, gross, net, vat, discount, quantity: 0, perLetter, perPayment }
  const month = overlay.day.slice(0, 7)
  switch (kind) {
    case 'day':
      return [{ ...whole, period: overlay.day, key: '' }]
    case 'month-operator':
      return [{ ...whole, period: month, key: overlay.operatorId }]
    case 'month-customer':
      return overlay.customerId === '' ? [] : [{ ...whole, period: month, key: overlay.customerId }]
    case 'month-product':
      return overlay.products.map(({ productId, ...figures }) => ({
        ...figures,
        period: month,
        key: productId,
        count: 1,
        perLetter: {},
        perPayment: {},
      }))
  }
}

function added(a: Totals, b: Addition): Totals {
  const perLetter = { ...a.perLetter }
  for (const [letter, sum] of Object.entries(b.perLetter)) {
    const known = perLetter[letter]
    perLetter[letter] = { net: (known?.net ?? 0) + sum.net, tax: (known?.tax ?? 0) + sum.tax }
  }
  const perPayment = { ...a.perPayment }
  for (const [type, amount] of Object.entries(b.perPayment)) {
    perPayment[type] = (perPayment[type] ?? 0) + amount
  }
  return {
    ...a,
    count: a.count + b.count,
    gross: a.gross + b.gross,
    net: a.net + b.net,
    vat: a.vat + b.vat,
    discount: a.discount + b.discount,
    quantity: a.quantity + b.quantity,
    perLetter,
    perPayment,
  }
}

function fromAggregate(aggregate: Aggregate): Totals {
  const { id: _, companyId: __, rev: ___, kind: ____, ...totals } = aggregate
  return totals
}

function empty(period: string, key: string): Totals {
  return {
    period,
    key,
    count: 0,
    gross: 0,
    net: 0,
    vat: 0,
    discount: 0,
    quantity: 0,
    canceledCount: 0,
    canceledGross: 0,
    perLetter: {},
    perPayment: {},
  }
}

async function totals(
  db: AccountDatabase,
  kind: Aggregate['kind'],
  period: { readonly from: string; readonly to: string },
): Promise<Totals[]> {
  const [kept, overlays] = await Promise.all([
    db.aggregates
      .where('[kind+period]')
      .between([kind, period.from], [kind, period.to], true, true)
      .toArray(),
    db.overlays.toArray(),
  ])
  const sums = new Map<string, Totals>()
  const at = (totals: { period: string; key: string }) => `${totals.period}\n${totals.key}`
  for (const aggregate of kept) sums.set(at(aggregate), fromAggregate(aggregate))
  for (const part of overlays.flatMap((overlay) => parts(overlay, kind))) {
    if (part.period < period.from || part.period > period.to) continue
    sums.set(at(part), added(sums.get(at(part)) ?? empty(part.period, part.key), part))
  }
  return [...sums.values()].sort((a, b) => (at(a) < at(b) ? -1 : 1))
}

/** Totals per day, `from` and `to` (`YYYY-MM-DD`) included; days without sales are left out. */
export function dailyTotals(
  db: AccountDatabase,
  period: { readonly from: string; readonly to: string },
): Promise<Totals[]> {
  return totals(db, 'day', period)
}

/** Totals per month of each product, customer or operator, `from` and `to` (`YYYY-MM`) included. */
export function monthlyTotals(
  db: AccountDatabase,
  kind: Exclude<Aggregate['kind'], 'day'>,
  period: { readonly from: string; readonly to: string },
): Promise<Totals[]> {
  return totals(db, kind, period)
}
