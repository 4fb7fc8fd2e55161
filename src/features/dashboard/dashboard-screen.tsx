import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { dailyTotals } from '#data/aggregates.ts'
import { countInvoices } from '#data/invoices.ts'
import { addDays } from '#domain/calendar/east-africa.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { type AggregateFigures, addFigures, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { STATUS_LIST_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import classes from './dashboard.module.css'

/** Rendered after the figures: it needs a library of its own. */
const SalesHeatmap = lazyComponent(async () => (await import('./sales-heatmap.tsx')).SalesHeatmap)
/** Reads eight months of totals: after the figures of the day. */
const InsightsSection = lazyComponent(
  async () => (await import('./insights/insights-section.tsx')).InsightsSection,
)
/** For users who sell nothing; not loaded at a counter. */
const AdministrationHome = lazyComponent(
  async () => (await import('./administration-home.tsx')).AdministrationHome,
)
const NBSP = '\u00A0'
/** As many weeks as fit a phone of 320 px without scrolling. */
const HEATMAP_WEEKS = 15

const COUNTED: readonly ShownStatus[] = ['attention', 'waiting', 'draft', 'submitted', 'issued', 'canceled']

type FiguresProps = {
  readonly title: string
  /** `undefined` until the totals are read: no sum is better than a wrong one. */
  readonly figures: AggregateFigures | undefined
  readonly large?: boolean
}

function Figures({ title, figures, large }: FiguresProps) {
  const { t } = useLingui()
  return (
    <section className={large ? classes.today : classes.tile} aria-label={title}>
      <h2 className={classes.tileTitle}>{title}</h2>
      {figures === undefined ? (
        <>
          <p className={classes.sales} key="waiting" aria-busy>
            {NBSP}
          </p>
          <p className={classes.under} key="waiting-under">
            {NBSP}
          </p>
        </>
      ) : (
        <>
          <p className={classes.sales}>{moneyText(figures.gross)}</p>
          <p className={classes.under}>
            <span>
              {t`VAT`} {moneyText(figures.vat)}
            </span>
            <span>{t`Invoices: ${figures.count}`}</span>
          </p>
        </>
      )}
    </section>
  )
}

/** The day at a glance, from stored totals: what was sold, the VAT due, what needs action. */
export function DashboardScreen() {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db, company, session } = useAppContext()
  const today = useToday()
  const monthStart = `${today.slice(0, 7)}-01`
  const yesterday = addDays(today, -1)
  const from = addDays(today, 1 - 7 * HEATMAP_WEEKS)
  const days = useLiveQuery(() => dailyTotals(db, { from, to: today }), [db, from, today])
  const counts = useLiveQuery(() => countInvoices(db), [db])
  const { user } = session
  const greeting = user.firstName || user.username
  if (user.user_type === 'platform_admin' || user.user_type === 'organization_admin') {
    return (
      <Suspense>
        <AdministrationHome />
      </Suspense>
    )
  }
  if (company === null) {
    return (
      <div className="page">
        <EmptyState standalone icon="dashboard" title={t`Welcome, ${greeting}`}>
          {t`Your account is not linked to a company, so there are no sales to show.`}
        </EmptyState>
      </div>
    )
  }
  const of = (day: string) => days && (days.find((row) => row.period === day)?.figures ?? ZERO_FIGURES)
  const month = days
    ?.filter((row) => row.period >= monthStart)
    .reduce((sum, row) => addFigures(sum, row.figures), ZERO_FIGURES)
  return (
    <div className="page stack" aria-busy={days === undefined}>
      <h1 className={classes.hello}>{t`Welcome, ${greeting}`}</h1>
      <Figures title={t`Sales today`} figures={of(today)} large />
      <div className={classes.tiles}>
        <Figures title={t`Yesterday`} figures={of(yesterday)} />
        <Figures title={t`This month`} figures={month} />
      </div>
      <section aria-labelledby="by-status">
        <h2 className="section-title" id="by-status">
          {t`Invoices`}
        </h2>
        <ul className={classes.counts} key={counts === undefined ? 'waiting' : 'counts'}>
          {COUNTED.filter((status) => (counts?.[status] ?? 0) > 0 || status === 'draft').map((status) => (
            <li key={status}>
              <Link to="/invoices" search={{ status }} className={classes.count} data-status={status}>
                <span>{translate(STATUS_LIST_NAMES[status])}</span>
                <strong>{counts === undefined ? NBSP : (counts[status] ?? 0)}</strong>
                <Icon name="next" size={16} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <Suspense>
        <SalesHeatmap days={days ?? []} from={from} today={today} />
        {days === undefined ? null : <InsightsSection />}
      </Suspense>
    </div>
  )
}
