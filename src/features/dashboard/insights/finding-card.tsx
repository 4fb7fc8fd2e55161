import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import type { InsightAnswer } from '#domain/insights/answers.ts'
import type { Confidence, FigureName, FindingRecords } from '#domain/insights/finding.ts'
import { gradeOf, type InsightGrade } from '#domain/insights/grade.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'
import { FindingChart } from './finding-chart.tsx'
import { figureText, INSIGHT_TYPE_NAMES, useFindingWords } from './finding-words.ts'
import { ShareFinding } from './share-finding.tsx'
import type { NamedFinding } from './use-insights.ts'

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
  usualDays: msg({ context: 'figure', message: 'Usual days' }),
}

type Grade = { readonly icon: IconName; readonly tone: PillTone; readonly word: MessageDescriptor }

const GRADES: Record<InsightGrade, Grade> = {
  'good-news': { icon: 'up', tone: 'good', word: msg`Good news` },
  urgent: { icon: 'alert', tone: 'bad', word: msg`Urgent` },
  important: { icon: 'bell', tone: 'warm', word: msg`Important` },
  'good-to-know': { icon: 'info', tone: 'info', word: msg`Good to know` },
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
    case 'invoices':
      return (
        <Link className="link-button" to="/invoices" search={records.range}>
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
    case 'debts':
      return (
        <Link className="link-button" to="/debts">
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
  const { icon, tone, word } = GRADES[gradeOf(finding)]
  const { company } = useAppContext()
  const { from, to } = finding.period
  const foot = `${dayText(from)} – ${dayText(to)}. ${translate(CONFIDENCE_NAMES[finding.confidence])}`
  const figures = finding.figures.map(
    (figure) => [translate(FIGURE_NAMES[figure.name]), figureText(figure)] as const,
  )
  return (
    <li className="card stack" data-rule={finding.rule}>
      <div className="page-head">
        <Pill icon={icon} tone={tone} status={finding.rule}>
          {translate(word)}
        </Pill>
        <span className="dim small">{translate(INSIGHT_TYPE_NAMES[finding.type])}</span>
      </div>
      <p>{sentence}</p>
      <FindingChart finding={finding} nameOf={(name) => translate(FIGURE_NAMES[name])} />
      <p className="dim">{action}</p>
      <details>
        <summary style={{ minHeight: '3rem', alignContent: 'center' }}>{t`The figures`}</summary>
        <table style={{ width: '100%', textAlign: 'start' }}>
          <tbody>
            {figures.map(([name, value]) => (
              <tr key={name}>
                <th scope="row" style={{ textAlign: 'start', fontWeight: 400 }}>
                  {name}
                </th>
                <td style={{ textAlign: 'end' }}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="dim small">{foot}</p>
        <RecordsLink records={finding.records} />
        <ShareFinding
          picture={{ company: company?.name ?? '', grade: translate(word), sentence, action, figures, foot }}
        />
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
