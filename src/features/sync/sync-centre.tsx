import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { ClockNotice } from '#blocks/clock-notice.tsx'
import { listRefusedReceipts } from '#data/invoices.ts'
import { fiscalDayOf, startOfDay, toInstant } from '#domain/calendar/east-africa.ts'
import { readStatus } from '#sync/status.ts'
import { deviceLine } from '#ui/device-line.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useEnvironment } from '#ui/environment.ts'
import { useWorkplace } from '../workplace.ts'
import { CopyButtons } from './copy-of-work.tsx'
import { FiscalPanel } from './fiscal-panel.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { isStuck, listDoneWork, listOwedWork } from './owed-work.ts'
import { RefusedReceiptCard } from './refused-receipt-card.tsx'
import { SendLine } from './send-line.tsx'
import { SentToday } from './sent-today.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { FiscalDutyContext, useOwnFiscalDuty } from './use-fiscal-duty.ts'
import { useOthersUnsent } from './use-others-unsent.ts'
import { WorkCard } from './work-card.tsx'

const SHOWN = 100
const SHOWN_SENT = 50

/** What this phone owes the server, what was refused and how it is mended, and what it sent today. */
export function SyncCentre() {
  const { t } = useLingui()
  const { clock } = useEnvironment()
  const { db, company, clockOffsetMs } = useWorkplace()
  const status = useLiveQuery(() => readStatus(db), [db])
  const work = useLiveQuery(() => listOwedWork(db, SHOWN, deviceLine()), [db])
  const receipts = useLiveQuery(() => listRefusedReceipts(db, SHOWN), [db]) ?? []
  const held = work?.some(({ entry }) => entry.last?.code === 'FISCAL_NUMBERING_HELD') ?? false
  const duty = useOwnFiscalDuty(
    `${company?.blockedByTra} ${held} ${receipts.map((row) => `${row.id}:${row.rev}`).join(' ')}`,
  )
  // Lines of the record carry the phone's own time.
  const phoneDay = fiscalDayOf(toInstant(clock.now()))
  const sent = useLiveQuery(() => listDoneWork(db, startOfDay(phoneDay), SHOWN_SENT), [db, phoneDay])
  const others = useOthersUnsent()
  const refused = work?.filter(({ entry }) => isStuck(entry)) ?? []
  const waiting = work?.filter(({ entry }) => !isStuck(entry)) ?? []
  const pausedUntil = status?.pausedUntil ?? null
  return (
    <FiscalDutyContext value={duty}>
      <SendLine status={status} />
      <ClockNotice offsetMs={clockOffsetMs} />
      {status?.reason ? <HoldNotice code={status.reason} /> : null}
      <FiscalPanel />
      {refused.length + receipts.length > 0 ? (
        <section className="stack" aria-labelledby="refused-work">
          <h2 className="section-title" id="refused-work">
            {t({ context: 'changes of any kind', message: 'Need attention' })}
          </h2>
          {refused.map((owed) => (
            <WorkCard key={owed.entry.opId} work={owed} all={work ?? []} pausedUntil={pausedUntil} />
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
          {waiting.map((owed) => (
            <WorkCard key={owed.entry.opId} work={owed} all={work ?? []} pausedUntil={pausedUntil} />
          ))}
        </section>
      ) : null}
      <StorageNotice unsent={status?.pendingCount ?? 0} />
      <CopyButtons unsent={work?.length ?? 0} others={others} />
      {work?.length === 0 && receipts.length === 0 && others.count === 0 ? (
        <EmptyState icon="check" title={t`Everything is sent`}>
          {t`You have nothing waiting on this phone.`}
        </EmptyState>
      ) : null}
      {others.count !== undefined && sent && sent.length > 0 ? <SentToday work={sent} /> : null}
    </FiscalDutyContext>
  )
}
