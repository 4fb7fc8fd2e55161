import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useSeesAllSales } from '#app-context/use-sees-all-sales.ts'
import { NoCompany } from '#blocks/no-company.tsx'
import { INSIGHT_TYPES, type InsightType } from '#domain/insights/finding.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { AiPart } from './ai-part.tsx'
import { FindingCard } from './finding-card.tsx'
import { INSIGHT_TYPE_NAMES } from './finding-words.ts'
import { HolidayNote } from './holiday-note.tsx'
import { NoFindings } from './no-findings.tsx'
import { useAnswer } from './use-answer.ts'
import { type NamedFinding, useInsights } from './use-insights.ts'

const STATES = ['open', 'done', 'not-useful'] as const
type ShownState = (typeof STATES)[number]

const STATE_NAMES = {
  open: msg({ context: 'state of findings', message: 'Open' }),
  done: msg({ context: 'state of findings', message: 'Done' }),
  'not-useful': msg`Not useful`,
}

/** What of the findings is shown. */
type InsightFilter = { readonly type?: InsightType; readonly state?: ShownState }

/** The filter of an address; what it does not know is left out. */
function insightFilterOf({ type, state }: Record<string, unknown>): InsightFilter {
  const [knownType, knownState] = [
    INSIGHT_TYPES.find((one) => one === type),
    STATES.find((one) => one === state),
  ]
  return {
    ...(knownType === undefined ? {} : { type: knownType }),
    ...(knownState === undefined ? {} : { state: knownState }),
  }
}

type ChoiceProps<Value> = {
  readonly label: string
  readonly options: readonly (readonly [Value, string])[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      style={{
        ...{ display: 'flex', gap: '0.5rem', margin: '0 -0.25rem', border: 0 },
        // One row that scrolls on a phone; the space is for the outline of what has the focus.
        ...{ minWidth: 0, padding: '0.25rem', overflowX: 'auto' },
      }}
    >
      {options.map(([option, name]) => (
        <Button
          key={option}
          variant={option === value ? 'filled' : 'default'}
          px="sm"
          style={{ flex: 'none' }}
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  )
}

type Props = {
  /** Of the address. */
  readonly search: Record<string, unknown>
  readonly onSearch: (search: InsightFilter) => void
}

/** Everything the figures of the company say (spec §1, §3), by what it is about; what was answered is here again. */
export function InsightsScreen(props: Props) {
  const { t } = useLingui()
  const { company } = useAppContext()
  const seesAll = useSeesAllSales()
  if (company === null) {
    return (
      <NoCompany icon="dashboard">{t`Your account is not linked to a company, so there are no sales to show.`}</NoCompany>
    )
  }
  if (!seesAll) {
    return (
      <div className="page stack">
        <h1>{t`What your figures say`}</h1>
        <EmptyState icon="dashboard" title={t`These are figures of the whole company.`}>
          {t`Only people who see all sales of the company see them.`}
        </EmptyState>
      </div>
    )
  }
  return <CompanyInsights {...props} />
}

function CompanyInsights({ search, onSearch }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const insights = useInsights()
  const answer = useAnswer()
  const filter = insightFilterOf(search)
  const { type, state = 'open' } = filter
  const read = insights === undefined || insights === 'fetching' ? undefined : insights
  // Put away without an answer: of a kind that was often not useful.
  const away = (finding: NamedFinding) => (finding.answer ?? 'not-useful') === state
  const ofState = state === 'open' ? read?.shown : read?.away.filter(away)
  const listed = ofState?.filter((finding) => type === undefined || finding.type === type)
  const isWhole = state === 'open' && type === undefined
  return (
    <div className="page stack" aria-busy={insights === undefined}>
      <div>
        <h1>{t`What your figures say`}</h1>
        <p className="dim small">{t`Computed on this phone from your own records. Nothing leaves it.`}</p>
      </div>
      <Choice
        label={t`What it is about`}
        value={type ?? 'all'}
        options={[
          ['all', t({ context: 'findings', message: 'All' })],
          ...INSIGHT_TYPES.map((one) => [one, translate(INSIGHT_TYPE_NAMES[one])] as const),
        ]}
        onChange={(next) => onSearch(insightFilterOf({ ...filter, type: next }))}
      />
      <Choice
        label={t`Your answer`}
        value={state}
        options={STATES.map((one) => [one, translate(STATE_NAMES[one])] as const)}
        onChange={(next) => onSearch({ ...filter, state: next })}
      />
      {insights === 'fetching' ? (
        <p className="dim">{t`Your company's data is still loading. You can keep selling.`}</p>
      ) : null}
      {read && listed?.length === 0 ? (
        isWhole ? (
          <NoFindings since={read.since} />
        ) : (
          <p className="dim">{t`There is nothing here.`}</p>
        )
      ) : null}
      <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {listed?.map((finding) => (
          <FindingCard
            key={finding.id}
            finding={finding}
            onAnswer={answer(finding)}
            isAway={finding.answer !== undefined}
          />
        ))}
      </ul>
      {read && state === 'open' ? <HolidayNote /> : null}
      {state === 'open' && listed !== undefined && listed.length > 0 ? <AiPart findings={listed} /> : null}
    </div>
  )
}
