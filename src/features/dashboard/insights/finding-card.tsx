import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { dayText } from '#domain/calendar/east-africa.ts'
import type { InsightAnswer } from '#domain/insights/answers.ts'
import type { Confidence, FigureName, FindingRecords, InsightType } from '#domain/insights/finding.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'
import { figureText, useFindingWords } from './finding-words.ts'
import type { NamedFinding } from './use-insights.ts'

const TYPE_NAMES: Record<InsightType, MessageDescriptor> = {
  sales: msg({ context: 'insight', message: 'Sales' }),
  expenses: msg({ context: 'insight', message: 'Expenses' }),
  tax: msg({ context: 'insight', message: 'Tax' }),
  health: msg({ context: 'insight', message: 'Health of the business' }),
}

const CONFIDENCE_NAMES: Record<Confidence, MessageDescriptor> = {
  high: msg`Confidence: high`,
  medium: msg`Confidence: medium`,
  low: msg`Confidence: low`,
}

const FIGURE_NAMES: Record<FigureName, MessageDescriptor> = {
  now: msg({ context: 'figure', message: 'Now' }),
  usual: msg({ context: 'figure', message: 'Usual' }),
  difference: msg({ context: 'figure', message: 'Difference' }),
  percent: msg({ context: 'figure', message: 'Change' }),
  days: msg({ context: 'figure', message: 'Days' }),
  count: msg({ context: 'figure', message: 'How many' }),
  usualCount: msg({ context: 'figure', message: 'Usually how many' }),
  share: msg({ context: 'figure', message: 'Share' }),
  usualShare: msg({ context: 'figure', message: 'Usual share' }),
  outputVat: msg`VAT on sales`,
  inputVat: msg`VAT on expenses`,
  due: msg`VAT due`,
  before: msg({ context: 'figure', message: 'Before' }),
}

type Grade = { readonly icon: IconName; readonly tone: PillTone; readonly word: MessageDescriptor }

/** Severity as people read it. Good news has no severity. */
function gradeOf({ rule, severity }: NamedFinding): Grade {
  if (rule.endsWith('-rising') && rule !== 'vat-rising') {
    return { icon: 'up', tone: 'good', word: msg`Good news` }
  }
  if (severity >= 60) return { icon: 'alert', tone: 'bad', word: msg`Urgent` }
  if (severity >= 20) return { icon: 'bell', tone: 'warm', word: msg`Important` }
  return { icon: 'info', tone: 'info', word: msg`Good to know` }
}

function RecordsLink({ records }: { records: FindingRecords }) {
  const { t } = useLingui()
  const text = t`Show the records`
  switch (records.page) {
    case 'sales':
      return (
        <Link className="link-button" to="/sales" search={records.range}>
          {text}
        </Link>
      )
    case 'expense-report':
      return (
        <Link className="link-button" to="/expenses-report" search={records.range}>
          {text}
        </Link>
      )
    case 'products':
      return (
        <Link className="link-button" to="/products" search={{ open: records.id }}>
          {text}
        </Link>
      )
    case 'customer':
      return (
        <Link className="link-button" to="/customer/$id" params={{ id: records.id }}>
          {text}
        </Link>
      )
  }
}

type Props = {
  readonly finding: NamedFinding
  readonly onAnswer: (answer: InsightAnswer | undefined) => void
  readonly isAway?: boolean
}

/** One finding: how severe, what, what to do, and the figures that prove it. */
export function FindingCard({ finding, onAnswer, isAway = false }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { sentence, action } = useFindingWords()(finding)
  const { icon, tone, word } = gradeOf(finding)
  const { from, to } = finding.period
  return (
    <li className="card stack" data-rule={finding.rule}>
      <div className="page-head">
        <Pill icon={icon} tone={tone} status={finding.rule}>
          {translate(word)}
        </Pill>
        <span className="dim small">{translate(TYPE_NAMES[finding.type])}</span>
      </div>
      <p>{sentence}</p>
      <p className="dim">{action}</p>
      <details>
        <summary style={{ minHeight: '3rem', alignContent: 'center' }}>{t`The figures`}</summary>
        <table style={{ width: '100%', textAlign: 'start' }}>
          <tbody>
            {finding.figures.map((figure) => (
              <tr key={figure.name}>
                <th scope="row" style={{ textAlign: 'start', fontWeight: 400 }}>
                  {translate(FIGURE_NAMES[figure.name])}
                </th>
                <td style={{ textAlign: 'end' }}>{figureText(figure)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="dim small">
          {dayText(from)} – {dayText(to)}. {translate(CONFIDENCE_NAMES[finding.confidence])}
        </p>
        <RecordsLink records={finding.records} />
      </details>
      <div className="actions">
        {isAway ? (
          <Button variant="default" onClick={() => onAnswer(undefined)}>{t`Show again`}</Button>
        ) : (
          <>
            <Button variant="default" onClick={() => onAnswer('done')}>
              {t({ context: 'answer to a finding', message: 'Done' })}
            </Button>
            <Button variant="subtle" onClick={() => onAnswer('not-useful')}>{t`Not useful`}</Button>
          </>
        )}
      </div>
    </li>
  )
}
