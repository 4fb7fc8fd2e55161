import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useToday } from '#app-context/app-context.ts'
import type { Cents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { percentChange } from '#domain/reports/sales-report.ts'
import { countText } from '#domain/text/count-text.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { useDrill } from './drill.ts'
import { FigureButton } from './figure-button.tsx'
import { REPORT_NAMES } from './report-tables.ts'
import classes from './sales.module.css'
import type { ShownReport } from './use-sales-report.ts'

type WholeFigure = 'gross' | 'net' | 'vat' | 'discount' | 'refunded' | 'canceled'

const MOST_TELLING_PERCENT = 999

function Comparison({ shown }: { shown: ShownReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { before, report } = shown
  if (!before) return null
  const [first, last] = [before.range.from, before.range.to].map((day) => formatDay(day, today, translate))
  const days = first === last ? first : `${first} – ${last}`
  const sum = moneyText(before.figures.gross)
  const change = percentChange(report.total.gross, before.figures.gross)
  // Compared with almost nothing, a percentage is meaningless.
  const isTelling = change !== undefined && change <= MOST_TELLING_PERCENT
  const changeText = isTelling ? `${change > 0 ? '+' : ''}${change}%` : ''
  return (
    <p className="small">
      {isTelling ? <strong>{`${changeText} `}</strong> : null}
      <span>{t`Before (${days}): ${sum}`}</span>
    </p>
  )
}

type LineProps = {
  readonly name: string
  readonly value: string
  readonly note?: string | undefined
  /** The figure whose invoices the value opens, and its amount; without it there are none to show. */
  readonly of?: readonly [figure: WholeFigure, amount: Cents] | undefined
}

function Line({ name, value, note, of }: LineProps) {
  const drill = useDrill()
  return (
    <div className={classes.line}>
      <dt>
        {name}
        {note === undefined ? null : <div className="dim small">{note}</div>}
      </dt>
      <dd>
        {of ? (
          <FigureButton onClick={() => drill({ figure: { by: of[0] }, title: name, amount: of[1] })}>
            {value}
          </FigureButton>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

/** What was sold, and beside it refunds and canceled invoices: they are never subtracted from the sales. */
export function TotalsPart({ shown }: { shown: ShownReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const drill = useDrill()
  const { total } = shown.report
  const { unsent } = shown
  const unsentSum = moneyText(unsent.gross)
  const money = (value: Cents) => moneyText(value)
  const { refundedCount, canceledCount } = total
  const refundedVat = money(total.refundedVat)
  return (
    <section className="stack" aria-label={t`Totals`}>
      <div className={classes.main}>
        <h2 className="section-title">{translate(REPORT_NAMES.gross)}</h2>
        <p className={classes.mainSum}>
          <FigureButton
            onClick={() =>
              drill({
                figure: { by: 'gross' },
                title: translate(REPORT_NAMES.gross),
                amount: total.gross,
              })
            }
          >
            {money(total.gross)}
          </FigureButton>
        </p>
        <Comparison shown={shown} />
      </div>
      {unsent.count === 0 ? null : (
        <p className="notice">
          <Icon name="clock" size={20} />
          <span>
            {t`Includes invoices not sent from this phone yet: ${unsent.count}, ${unsentSum}.`}{' '}
            <Link to="/sync">{t`Show`}</Link>
          </span>
        </p>
      )}
      <dl className={classes.lines}>
        <Line name={translate(REPORT_NAMES.net)} value={money(total.net)} of={['net', total.net]} />
        <Line name={translate(REPORT_NAMES.vat)} value={money(total.vat)} of={['vat', total.vat]} />
        <Line
          name={translate(REPORT_NAMES.count)}
          value={countText(total.count)}
          of={['gross', total.gross]}
        />
        <Line
          name={translate(REPORT_NAMES.discount)}
          value={money(total.discount)}
          of={total.discount === 0 ? undefined : ['discount', total.discount]}
        />
        <Line
          name={translate(REPORT_NAMES.refunded)}
          value={money(total.refundedGross)}
          of={refundedCount === 0 ? undefined : ['refunded', total.refundedGross]}
          note={refundedCount === 0 ? undefined : t`Refunds: ${refundedCount}, VAT in them ${refundedVat}`}
        />
        <Line
          name={translate(REPORT_NAMES.canceled)}
          value={money(total.canceledGross)}
          of={canceledCount === 0 ? undefined : ['canceled', total.canceledGross]}
          note={canceledCount === 0 ? undefined : t`Invoices: ${canceledCount}`}
        />
      </dl>
      {total.refundedCount + total.canceledCount === 0 ? null : (
        <p className="dim small">
          {t`Sales are counted as TRA counts them: refunded and canceled amounts are still in them.`}
        </p>
      )}
    </section>
  )
}
