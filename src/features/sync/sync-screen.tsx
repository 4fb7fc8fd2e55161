import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { momentInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { readStatus } from '#sync/status.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import { listOwedWork } from './owed-work.ts'
import classes from './sync.module.css'
import { WorkCard } from './work-card.tsx'

const SHOWN = 100
/** A clock this far off deserves a word: sale times on paper come from it. */
const SKEW_MS = 5 * 60 * 1000

/** What this phone still owes the server, and how to help it along. */
export function SyncScreen() {
  const { t } = useLingui()
  const say = useSay()
  const { db, sendNow } = useWorkplace()
  const today = useToday()
  const online = useOnline()
  const status = useLiveQuery(() => readStatus(db), [db])
  const work = useLiveQuery(() => listOwedWork(db, SHOWN), [db])
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await sendNow()
    setBusy(false)
  }
  const refused = work?.filter(({ entry }) => entry.state === 'attention') ?? []
  const waiting = work?.filter(({ entry }) => entry.state !== 'attention') ?? []
  const lastContact = status?.lastContactAt
    ? momentInWords(status.lastContactAt, today, say)
    : t`Never on this phone`
  return (
    <div className="page stack">
      <h1 className={classes.title}>{t`Sending`}</h1>
      <section className={`card ${classes.line}`}>
        <dl className={classes.facts}>
          <div>
            <dt>{t({ context: 'changes of any kind', message: 'Waiting to send' })}</dt>
            <dd>{status?.pendingCount ?? 0}</dd>
          </div>
          <div>
            <dt>{t`Last contact with the server`}</dt>
            <dd>{lastContact}</dd>
          </div>
        </dl>
        <Button
          onClick={() => void send()}
          loading={busy}
          disabled={!online}
          leftSection={<Icon name="refresh" size={18} />}
        >
          {t`Send now`}
        </Button>
        {online ? null : (
          <p className="dim small">
            {t`You are offline. Everything is kept on this phone and goes out by itself when the line is back.`}
          </p>
        )}
      </section>
      {status && Math.abs(status.clockSkewMs) > SKEW_MS ? (
        <div className="notice" role="status">
          <Icon name="clock" />
          <div>{t`The clock of this phone is wrong. Set date and time to automatic.`}</div>
        </div>
      ) : null}
      {refused.length > 0 ? (
        <section className="stack" aria-labelledby="refused-work">
          <h2 className="section-title" id="refused-work">
            {t({ context: 'changes of any kind', message: 'Needs attention' })}
          </h2>
          {refused.map((owed) => (
            <WorkCard key={owed.entry.opId} work={owed} />
          ))}
        </section>
      ) : null}
      {waiting.length > 0 ? (
        <section className="stack" aria-labelledby="waiting-work">
          <h2 className="section-title" id="waiting-work">
            {t({ context: 'changes of any kind', message: 'Waiting to send' })}
          </h2>
          {waiting.map((owed) => (
            <WorkCard key={owed.entry.opId} work={owed} />
          ))}
        </section>
      ) : null}
      {work?.length === 0 ? (
        <EmptyState icon="check" title={t`Everything is synced`}>
          {t`Nothing waits on this phone.`}
        </EmptyState>
      ) : null}
    </div>
  )
}
