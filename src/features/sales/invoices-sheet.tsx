import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useToday } from '#app-context/app-context.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import type { Drill } from './drill.ts'
import { OnlyCounted } from './only-counted.tsx'
import classes from './sales.module.css'
import { useFigureInvoices } from './use-figure-invoices.ts'

const PAGE = 50

type Props = { readonly drill: Drill; readonly range: DayRange; readonly onClose: () => void }

/** The invoices that a figure of the report is made of, with the part of each. */
export function InvoicesSheet({ drill: { figure, title, amount }, range, onClose }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const [limit, setLimit] = useState(PAGE)
  const { rows, sum, done } = useFigureInvoices(figure, range)
  const count = rows.length
  const total = moneyText(sum)
  return (
    <Sheet title={title} opened onClose={onClose}>
      <div className="stack" aria-busy={!done}>
        <p role="status">{done ? t`Invoices: ${count}. Together: ${total}` : t`Adding up…`}</p>
        <OnlyCounted counted={count} isPart={done && sum < amount} />
        <ul className={classes.parts}>
          {rows.slice(0, limit).map(({ id, name, saleAt, shown, part }) => (
            <li key={id}>
              <Link to="/invoice/$id" params={{ id }}>
                <span>{name === '' ? t`Walk-in customer` : name}</span>
                <strong>{moneyText(part)}</strong>
                <span className={`${classes.under} ${classes.facts} dim small`}>
                  {formatDay(fiscalDayOf(saleAt), today, translate)} <StatusPill status={shown} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {count > limit ? (
          <Button variant="default" fullWidth onClick={() => setLimit(limit + PAGE)}>
            {t`Show more`}
          </Button>
        ) : null}
      </div>
    </Sheet>
  )
}
