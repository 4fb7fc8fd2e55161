import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listCategories } from '#data/categories.ts'
import { readCompanyFacts } from '#data/company-facts.ts'
import { findCustomer } from '#data/customers.ts'
import { updateHourlySales } from '#data/hourly-sales.ts'
import { findMeta } from '#data/meta.ts'
import { findProduct } from '#data/products.ts'
import { answerTo, type InsightAnswer, sortByAnswers } from '#domain/insights/answers.ts'
import { firstSale } from '#domain/insights/company-facts.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import type { Finding } from '#domain/insights/finding.ts'
import { useReceivedAnswers } from './use-answer.ts'

/** A finding with the name of what it is about, where a record of this phone names it. */
export type NamedFinding = Finding & { readonly name: string | undefined; readonly answer?: InsightAnswer }

export type Insights = {
  readonly shown: readonly NamedFinding[]
  /** Answered, or of a kind that this person found not useful. */
  readonly away: readonly NamedFinding[]
  /** The first day with a sale, among those the rules read. */
  readonly since: string
}

async function nameOf(db: AccountDatabase, { rule, subject }: Finding): Promise<string | undefined> {
  switch (rule) {
    case 'product-falling':
    case 'product-rising':
      return (await findProduct(db, subject))?.name
    case 'customer-stopped':
    case 'customer-slow':
      return (await findCustomer(db, subject))?.name
    case 'category-jump':
      return (await listCategories(db)).find(({ id, code }) => id === subject || code === subject)?.name
    case 'cash-short':
      return subject
    default:
      return undefined
  }
}

/**
 * What the rules find in the totals of this phone, updated as they change; sums by the hour are made meanwhile; `undefined` until they are read,
 * `'fetching'` while this phone has never fetched the company's totals.
 */
export function useInsights(): Insights | 'fetching' | undefined {
  const { db, vatRegistered } = useAppContext()
  const today = useToday()
  const insights = useLiveQuery(async () => {
    if (!(await findMeta(db, 'first-pull-done'))) return 'fetching'
    const [facts, answers] = await Promise.all([
      readCompanyFacts(db, today, vatRegistered),
      findMeta(db, 'insight-answers'),
    ])
    const found = await Promise.all(
      findInsights(facts).map(async (finding) => ({ ...finding, name: await nameOf(db, finding) })),
    )
    const names = new Map(found.map(({ id, name }) => [id, name]))
    const { shown, away } = sortByAnswers(found, answers ?? {})
    const named = (finding: Finding): NamedFinding => {
      const answer = answerTo(answers ?? {}, finding.id)
      return { ...finding, name: names.get(finding.id), ...(answer === undefined ? {} : { answer }) }
    }
    return { shown: shown.map(named), away: away.map(named), since: firstSale(facts) }
  }, [db, today, vatRegistered])
  const isFetched = insights !== undefined && insights !== 'fetching'
  useEffect(() => {
    const stop = new AbortController()
    if (isFetched) void updateHourlySales(db, today, stop.signal)
    return () => stop.abort()
  }, [db, today, isFetched])
  useReceivedAnswers()
  return insights
}
