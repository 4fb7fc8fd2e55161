import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { ageInWords, momentInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import type { SendAnswer } from '#sync/send-and-tell.ts'
import type { AccountStatus } from '#sync/status.ts'
import { useEnvironment } from '#ui/environment.ts'
import { Icon } from '#ui/icon.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useAnswerWords } from '../use-answer-words.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import classes from './sync.module.css'

/** Whether the browser wakes the app for what waits when the line is back; not Firefox, nor any browser on an iPhone. */
function sendsWhileClosed(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in window
}

/** Stands where the phone has not been read yet: nothing is said that may be untrue. */
const UNREAD = '\u2026'

/** How much waits, since when, when the server last spoke, and the wish to send now, which always gets an answer. */
export function SendLine({ status }: { status: AccountStatus | undefined }) {
  const { t } = useLingui()
  const say = useSay()
  const wordsOf = useAnswerWords('below')
  const { clock } = useEnvironment()
  const { sendNow } = useWorkplace()
  const today = useToday()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<SendAnswer | 'failed'>()
  const send = async () => {
    setBusy(true)
    setAnswer(undefined)
    // The part that sends may still have to be fetched, over a line that is not there.
    setAnswer(await sendNow().catch(() => 'failed' as const))
    setBusy(false)
  }
  const oldest = status?.oldestPendingAt
  const age = oldest ? ageInWords(clock.now() - instantMs(oldest), say) : ''
  const { lastContactAt } = status ?? {}
  const lastContact = lastContactAt ? momentInWords(lastContactAt, today, say) : t`Never`
  return (
    <section className={`card ${classes.line}`}>
      <dl className={classes.facts}>
        <div>
          <dt>{t({ context: 'changes of any kind', message: 'Waiting to send' })}</dt>
          <dd>
            {status?.pendingCount ?? UNREAD}
            {age === '' ? null : <span className={classes.age}>{t`oldest: ${age}`}</span>}
          </dd>
        </div>
        <div>
          <dt>{t`Last contact with the server`}</dt>
          <dd>{status ? lastContact : UNREAD}</dd>
        </div>
      </dl>
      <Button onClick={() => void send()} loading={busy} leftSection={<Icon name="refresh" size={18} />}>
        {t`Send now`}
      </Button>
      <p className="dim small" role="status">
        {answer === 'failed'
          ? t`Sending did not start. Check your connection and try again.`
          : answer
            ? wordsOf(answer)
            : online
              ? null
              : sendsWhileClosed()
                ? t`You are offline. Everything is saved on this phone and will be sent automatically when you are back online.`
                : t`You are offline. Everything is saved on this phone. This browser can send only while Risiti is open: open it where there is a connection.`}
      </p>
    </section>
  )
}
