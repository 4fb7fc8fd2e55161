import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useReadNow } from '#app-context/use-read-now.ts'
import { useSeesAllSales } from '#app-context/use-sees-all-sales.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { type DayRange, presetRange } from '#domain/calendar/period-presets.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { salesReport } from '#domain/reports/sales-report.ts'
import { countText } from '#domain/text/count-text.ts'
import { STATUS_LIST_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useStayed } from '#ui/on-idle.ts'
import classes from './dashboard.module.css'
import { Figures, NBSP } from './figures.tsx'
import { firstDayOfTotals, preparedTotals, prepareTotals, readTotals } from './read-totals.ts'

/** Begins to read the figures while the screen is on its way. */
export const prepareDashboard = prepareTotals

/** Rendered after the figures: it needs a library of its own. */
const SalesHeatmap = lazyComponent(async () => (await import('./sales-heatmap.tsx')).SalesHeatmap)
/** What is owed, spent and sold most: after the figures of the day. */
const MoreFigures = lazyComponent(async () => (await import('./more-figures.tsx')).MoreFigures)
const FirstStepsCard = lazyComponent(async () => (await import('./first-steps-card.tsx')).FirstStepsCard)
/** Loaded when it starts. */
const GuidedTour = lazyComponent(async () => (await import('./tour/guided-tour.tsx')).GuidedTour)
/** Reads eight months of totals: after the figures of the day. */
const InsightsSection = lazyComponent(
  async () => (await import('./insights/insights-section.tsx')).InsightsSection,
)
/** For users who sell nothing; not loaded at a counter. */
const AdministrationHome = lazyComponent(
  async () => (await import('./administration-home.tsx')).AdministrationHome,
)
const COUNTED: readonly ShownStatus[] = ['attention', 'waiting', 'draft', 'submitted', 'issued', 'canceled']

type Props = {
  /** The guided tour is on. */
  readonly tour: boolean
  readonly onTourEnd: () => void
}

/** Totals of the last weeks, and how many invoices have each status; `undefined` until they are read. */
function useTotals(today: FiscalDay) {
  const { db } = useAppContext()
  return useReadNow(
    () => readTotals(db, today),
    [db, today],
    () => preparedTotals(db, today),
  )
}

function StatusCounts({ counts }: { counts: Readonly<Record<ShownStatus, number>> | undefined }) {
  const { t } = useLingui()
  const translate = useTranslate()
  return (
    <section aria-labelledby="by-status" data-tour="statuses">
      <h2 className="section-title" id="by-status">
        {t`Invoices`}
      </h2>
      <ul className={classes.counts} key={counts === undefined ? 'waiting' : 'counts'}>
        {COUNTED.filter((status) => (counts?.[status] ?? 0) > 0 || status === 'draft').map((status) => (
          <li key={status}>
            <Link to="/invoices" search={{ status }} className={classes.count} data-status={status}>
              <span>{translate(STATUS_LIST_NAMES[status])}</span>
              <strong>{counts === undefined ? NBSP : countText(counts[status] ?? 0)}</strong>
              <Icon name="next" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The day at a glance, from stored totals: what was sold, the VAT due, what needs action. */
export function DashboardScreen({ tour, onTourEnd }: Props) {
  const { t } = useLingui()
  const { company, session } = useAppContext()
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
  return <CompanyDashboard greeting={greeting} tour={tour} onTourEnd={onTourEnd} />
}

function CompanyDashboard({ greeting, tour, onTourEnd }: Props & { readonly greeting: string }) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const seesAll = useSeesAllSales()
  const today = useToday()
  const totals = useTotals(today)
  const { days, counts } = totals ?? {}
  // Below the first sight of a phone.
  const showsMore = useStayed(days !== undefined)
  const isFetching = totals !== undefined && counts === undefined
  const figuresOf = (range: DayRange) => days && salesReport(range, days).total
  const yesterday = addDays(today, -1)
  const endTour = () => {
    void findMeta(db, 'first-steps')
      .then((known) => upsertMeta(db, 'first-steps', { isHidden: known?.isHidden ?? false, isToured: true }))
      .finally(onTourEnd)
  }
  return (
    <div className="page stack" aria-busy={days === undefined}>
      <h1 className={classes.hello}>{t`Welcome, ${greeting}`}</h1>
      <Figures title={t`Sales today`} figures={figuresOf({ from: today, to: today })} large />
      <div className={classes.tiles}>
        <Figures title={t`Yesterday`} figures={figuresOf({ from: yesterday, to: yesterday })} />
        <Figures title={t`Last 7 days`} figures={figuresOf({ from: addDays(today, -6), to: today })} />
        <Figures title={t`This month`} figures={figuresOf(presetRange('this-month', today))} />
      </div>
      <StatusCounts counts={counts} />
      {isFetching ? (
        <p className="notice" role="status">
          <Icon name="refresh" size={20} />
          {t`Your company's data is still loading. You can keep selling.`}
        </p>
      ) : null}
      {days === undefined || !showsMore ? null : (
        <Suspense>
          <FirstStepsCard isFetching={isFetching}>
            <SalesHeatmap days={days} from={firstDayOfTotals(today)} today={today} />
            {isFetching ? null : (
              // Insights compare sales with the expenses of the company.
              <MoreFigures today={today}>{seesAll ? <InsightsSection /> : null}</MoreFigures>
            )}
          </FirstStepsCard>
        </Suspense>
      )}
      {tour ? (
        <Suspense>
          <GuidedTour onClose={endTour} />
        </Suspense>
      ) : null}
    </div>
  )
}
