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
    ['hand-over', 'phone', t`Show it to another phone`],
  ]
  const here: readonly [SheetName, IconName, string][] = [
    ['restore', 'paper', t`Open a backup file`],
    ['take-over', 'phone', t`Take it from another phone`],
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
    <Section id="safety" icon="lock" title={t`Unsent work in safety`}>
      <p>
        {waiting ? (
          <Plural
            value={waiting}
            one="# change waits on this phone. In case it breaks, bring it to safety:"
            other="# changes wait on this phone. In case it breaks, bring them to safety:"
          />
        ) : (
          t`Nothing waits on this phone: the server has everything.`
        )}
      </p>
      {ways(away, !waiting)}
      <p>{t`Work of another phone that cannot send:`}</p>
      {ways(here, false)}
      <p className="dim small">
        {t`Whatever is sent by two phones counts once. Drafts that were not sent yet come along.`}
      </p>
      {Opened ? (
        <Suspense>
          <Opened onClose={() => setOpened(undefined)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
