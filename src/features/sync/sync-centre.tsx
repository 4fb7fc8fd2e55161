import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { ClockNotice } from '#blocks/clock-notice.tsx'
import { listRefusedReceipts } from '#data/invoices.ts'
import { fiscalDayOf, startOfDay, toInstant } from '#domain/calendar/east-africa.ts'
import { readStatus } from '#sync/status.ts'
import { deviceConnection } from '#ui/device-connection.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { usePorts } from '#ui/ports.ts'
import { FiscalPanel } from './fiscal-panel.tsx'
import { LostSalesNotice } from './lost-sales-notice.tsx'
import { OperationCard } from './operation-card.tsx'
import { PausedNotice } from './paused-notice.tsx'
import { isFailed, listCompletedOperations, listPendingOperations } from './pending-operations.ts'
import { RefusedReceiptCard } from './refused-receipt-card.tsx'
import { SendPanel } from './send-panel.tsx'
import { SentToday } from './sent-today.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { UnsentCopyButtons } from './unsent-copy.tsx'
import { FiscalDeviceContext, useFiscalDeviceState } from './use-fiscal-device.ts'
import { useOtherUsersUnsent } from './use-other-users-unsent.ts'

const SHOWN = 100
const SHOWN_SENT = 50

/** What this phone has not sent yet, what was refused and how to resolve it, and what it sent today. */
export function SyncCentre() {
  const { t } = useLingui()
  const { clock } = usePorts()
  const { db, company, clockOffsetMs } = useAppContext()
  const status = useLiveQuery(() => readStatus(db), [db])
  const operations = useLiveQuery(() => listPendingOperations(db, SHOWN, deviceConnection()), [db])
  const receipts = useLiveQuery(() => listRefusedReceipts(db, SHOWN), [db]) ?? []
  const numberingPaused =
    operations?.some(({ entry }) => entry.last?.code === 'FISCAL_NUMBERING_HELD') ?? false
  const fiscalDevice = useFiscalDeviceState(
    `${company?.blockedByTra} ${numberingPaused} ${receipts.map((row) => `${row.id}:${row.rev}`).join(' ')}`,
  )
  // Lines of the audit have the phone's own time.
  const phoneDay = fiscalDayOf(toInstant(clock.now()))
  const sent = useLiveQuery(
    () => listCompletedOperations(db, startOfDay(phoneDay), SHOWN_SENT),
    [db, phoneDay],
  )
  const otherUsersUnsent = useOtherUsersUnsent()
  const refused = operations?.filter(({ entry }) => isFailed(entry)) ?? []
  const waiting = operations?.filter(({ entry }) => !isFailed(entry)) ?? []
  const pausedUntil = status?.pausedUntil ?? null
  return (
    <FiscalDeviceContext value={fiscalDevice}>
      <SendPanel status={status} />
      <ClockNotice offsetMs={clockOffsetMs} />
      {status?.reason ? <PausedNotice code={status.reason} /> : null}
      <FiscalPanel />
      {refused.length + receipts.length > 0 ? (
        <section className="stack" aria-labelledby="refused-work">
          <h2 className="section-title" id="refused-work">
            {t({ context: 'changes of any kind', message: 'Need attention' })}
          </h2>
          <LostSalesNotice operations={refused} />
          {refused.map((operation) => (
            <OperationCard
              key={operation.entry.opId}
              operation={operation}
              all={operations ?? []}
              pausedUntil={pausedUntil}
            />
          ))}
          {receipts.map((row) => (
            <RefusedReceiptCard key={row.id} row={row} />
          ))}
        </section>
      ) : null}
      {waiting.length > 0 ? (
        <section className="stack" aria-labelledby="waiting-work">
          <h2 className="section-title" id="waiting-work">
            {t({ context: 'changes of any kind', message: 'Waiting to send' })}
          </h2>
          {waiting.map((operation) => (
            <OperationCard
              key={operation.entry.opId}
              operation={operation}
              all={operations ?? []}
              pausedUntil={pausedUntil}
            />
          ))}
        </section>
      ) : null}
      <StorageNotice unsent={status?.pendingCount ?? 0} />
      <UnsentCopyButtons unsent={operations?.length ?? 0} others={otherUsersUnsent} />
      {operations?.length === 0 && receipts.length === 0 && otherUsersUnsent.count === 0 ? (
        <EmptyState icon="check" title={t`Everything is sent`}>
          {t`You have nothing waiting on this phone.`}
        </EmptyState>
      ) : null}
      {otherUsersUnsent.count !== undefined && sent && sent.length > 0 ? <SentToday work={sent} /> : null}
    </FiscalDeviceContext>
  )
}
