import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { countPending } from '#data/outbox-entries.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useWorkplace } from '../workplace.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const SHEETS = {
  backup: lazyPart(async () => (await import('./carry/backup-sheet.tsx')).BackupSheet),
  restore: lazyPart(async () => (await import('./carry/restore-sheet.tsx')).RestoreSheet),
  'hand-over': lazyPart(async () => (await import('./carry/hand-over-sheet.tsx')).HandOverSheet),
  'take-over': lazyPart(async () => (await import('./carry/take-over-sheet.tsx')).TakeOverSheet),
} as const
type SheetName = keyof typeof SHEETS

const SAVE: IconName = 'lock'

/** Brings what was not sent yet to safety: into a file with a password, or straight to another phone. */
export function SafetySection() {
  const { t } = useLingui()
  const { db } = useWorkplace()
  const waiting = useLiveQuery(() => countPending(db), [db])
  const [opened, setOpened] = useState<SheetName>()
  const Opened = opened && SHEETS[opened]
  const away: readonly [SheetName, IconName, string][] = [
    ['backup', SAVE, t`Save a backup file`],
    ['hand-over', 'phone', t`Send to another phone`],
  ]
  const here: readonly [SheetName, IconName, string][] = [
    ['restore', 'paper', t`Open a backup file`],
    ['take-over', 'phone', t`Receive from another phone`],
  ]
  const ways = (list: typeof away, disabled: boolean) => (
    <div className={classes.ways}>
      {list.map(([name, icon, words]) => (
        <Button
          key={name}
          variant="default"
          disabled={disabled}
          leftSection={<Icon name={icon} size={18} />}
          onClick={() => setOpened(name)}
        >
          {words}
        </Button>
      ))}
    </div>
  )
  return (
    <Section id="safety" icon="lock" title={t`Back up unsent records`}>
      <p>
        {waiting ? (
          <Plural
            value={waiting}
            one="# record on this phone has not been sent. Keep a copy in case the phone breaks:"
            other="# records on this phone have not been sent. Keep a copy in case the phone breaks:"
          />
        ) : (
          t`Nothing to back up: everything is on the server.`
        )}
      </p>
      {ways(away, !waiting)}
      <p>{t`Records from another phone that cannot send:`}</p>
      {ways(here, false)}
      <p className="dim small">
        {t`If two phones send the same record, it counts once. Unsent drafts are included.`}
      </p>
      {Opened ? (
        <Suspense>
          <Opened onClose={() => setOpened(undefined)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
