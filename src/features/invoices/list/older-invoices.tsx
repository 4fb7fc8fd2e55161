import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { DayHeading } from '#blocks/day-list/day-heading.tsx'
import { groupByDay } from '#blocks/day-list/group-by-day.ts'
import { invoiceRow } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import {
  addDays,
  DAY_MS,
  fiscalDayOf,
  type Instant,
  instantMs,
  startOfDay,
  toInstant,
} from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { useOnline } from '#ui/use-online.ts'
import { BY_SALE_DAY } from './by-sale-day.ts'
import classes from './invoice-list.module.css'
import { ListRow, pathOf } from './list-row.tsx'
import type { ListFilter } from './list-search-params.ts'
import { RETENTION_DAYS, useOlderOnServer } from './use-older-on-server.ts'

type Props = { readonly filter: ListFilter; readonly last: InvoiceRow | undefined }

/**
 * Where the older list starts: after the last row, at the end of the chosen days, or where this phone's data ends.
 */
function startAt({ filter, last }: Props, nowMs: number): { readonly saleAt: Instant; readonly id?: string } {
  if (last) return { saleAt: last.saleAt, id: last.id }
  if (filter.period.to !== undefined) return { saleAt: startOfDay(addDays(filter.period.to, 1)) }
  return { saleAt: toInstant(nowMs - RETENTION_DAYS * DAY_MS) }
}

/** Says that older invoices are on the server, and fetches them at a touch. They are shown and not stored. */
export function OlderInvoices(props: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const online = useOnline()
  const navigate = useNavigate()
  const { call } = useAppContext()
  const [older, setOlder] = useState<readonly Invoice[]>()
  const [more, setMore] = useState(true)
  const [busy, run] = useAction()
  const [code, setCode] = useState<string>()
  const { filter } = props
  const olderOnServer = useOlderOnServer(filter)
  if (!olderOnServer) return null
  const { status, firstKeptDay } = olderOnServer
  const fetchMore = async () => {
    const from = older?.at(-1) ?? startAt(props, instantMs(startOfDay(today)))
    setCode(undefined)
    const outcome = await call('invoices.older', {
      beforeSaleAt: from.saleAt,
      ...(from.id === undefined ? {} : { beforeId: from.id }),
      ...(filter.period.from === undefined ? {} : { from: filter.period.from }),
      ...(status === undefined ? {} : { status }),
    })
    if (outcome.kind !== 'answered') {
      setCode(failureCode(outcome))
      return
    }
    setOlder([...(older ?? []), ...outcome.value.invoices])
    setMore(outcome.value.more)
  }
  const entries = groupByDay(
    (older ?? []).map((invoice) => invoiceRow(invoice, { kind: 'none' })),
    BY_SALE_DAY,
    !more,
  )
  return (
    <section className={classes.older} aria-label={t`Older invoices`}>
      {entries.map((entry) =>
        entry.kind === 'day' ? (
          <div key={entry.key} className={classes.olderDay}>
            <DayHeading group={entry} today={today} />
          </div>
        ) : (
          <div key={entry.key} className={classes.olderRow}>
            <ListRow
              row={entry.row}
              chosen={undefined}
              onOpen={(event, row) => {
                event.preventDefault()
                void navigate({ to: pathOf(row) })
              }}
            />
          </div>
        ),
      )}
      {code === undefined ? null : (
        <p className="notice" data-tone="bad" role="alert">
          <span>
            {translate(errorMessage(code))} <HelpLink code={code} />
          </span>
        </p>
      )}
      {more ? (
        <>
          <p className="dim small">
            {older || fiscalDayOf(startAt(props, instantMs(startOfDay(today))).saleAt) > firstKeptDay
              ? t`Invoices older than 400 days are on the server and need a connection.`
              : t`Older invoices are on the server and need a connection.`}
          </p>
          <Button
            variant="default"
            loading={busy}
            disabled={!online}
            leftSection={<Icon name={online ? 'refresh' : 'offline'} size={18} />}
            onClick={() => void run(fetchMore)}
          >
            {online ? t`Load older invoices` : t`You are offline`}
          </Button>
        </>
      ) : (
        <p className="dim small" role="status">
          {older?.length === 0 ? t`There are no older invoices.` : t`No more invoices.`}
        </p>
      )}
    </section>
  )
}
