import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useSendResultMessage } from '#app-context/use-send-result-message.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { formatAge, formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { bringUpToDate, type SendReport } from '#sync/send-report.ts'
import type { AccountStatus } from '#sync/status.ts'
import { Icon } from '#ui/icon.tsx'
import { usePorts } from '#ui/ports.ts'
import { useAction } from '#ui/use-action.ts'
import { useOnline } from '#ui/use-online.ts'
import classes from './sync.module.css'

/**
 * Whether the browser wakes the app for pending work when the connection returns; not Firefox, nor any browser on an
 * iPhone.
 */
function sendsWhileClosed(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in window
}

/** Shown until the queue has been read, so that nothing untrue is shown. */
const UNKNOWN_TEXT = '\u2026'

/** How much waits, since when, when the server last answered, and *Send now*, which always shows a result. */
export function SendPanel({ status }: { status: AccountStatus | undefined }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const messageOf = useSendResultMessage('below')
  const { clock } = usePorts()
  const { sendNow } = useAppContext()
  const today = useToday()
  const online = useOnline()
  const [busy, run] = useAction()
  const [sendResult, setSendResult] = useState<SendReport | 'failed'>()
  const send = async () => {
    setSendResult(undefined)
    // The code that sends may still have to be loaded, without a connection.
    setSendResult(await sendNow().catch(() => 'failed' as const))
  }
  const oldest = status?.oldestPendingAt
  const age = oldest ? formatAge(clock.now() - instantMs(oldest), translate) : ''
  const { lastContactAt } = status ?? {}
  const lastContact = lastContactAt ? formatMoment(lastContactAt, today, translate) : t`Never`
  return (
    <section className={`card ${classes.line}`}>
      <dl className={classes.facts}>
        <div>
          <dt>{t({ context: 'changes of any kind', message: 'Waiting to send' })}</dt>
          <dd>
            {status?.pendingCount ?? UNKNOWN_TEXT}
            {age === '' ? null : <span className={classes.age}>{t`oldest: ${age}`}</span>}
          </dd>
        </div>
        <div>
          <dt>{t`Last contact with the server`}</dt>
          <dd>{status ? lastContact : UNKNOWN_TEXT}</dd>
        </div>
      </dl>
      <Button onClick={() => void run(send)} loading={busy} leftSection={<Icon name="refresh" size={18} />}>
        {t`Send now`}
      </Button>
      <p className="dim small" role="status">
        {sendResult === 'failed'
          ? t`Sending did not start. Check your connection and try again.`
          : sendResult
            ? messageOf(bringUpToDate(sendResult, status))
            : online
              ? null
              : sendsWhileClosed()
                ? t`You are offline. Everything is saved on this phone and will be sent automatically when you are back online.`
                : t`You are offline. Everything is saved on this phone. This browser can send only while Risiti is open: open it where there is a connection.`}
      </p>
    </section>
  )
}
