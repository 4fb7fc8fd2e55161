import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { countPending } from '#data/outbox-entries.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const SHEETS = {
  backup: lazyComponent(async () => (await import('./transfer/backup-sheet.tsx')).BackupSheet),
  restore: lazyComponent(async () => (await import('./transfer/restore-sheet.tsx')).RestoreSheet),
  'hand-over': lazyComponent(async () => (await import('./transfer/show-qr-sheet.tsx')).ShowQrSheet),
  'take-over': lazyComponent(async () => (await import('./transfer/scan-qr-sheet.tsx')).ScanQrSheet),
} as const
type SheetName = keyof typeof SHEETS

const SAVE: IconName = 'lock'

/** Saves unsent work: into a file with a password, or directly to another phone. */
export function TransferSection() {
  const { t } = useLingui()
  const { db } = useAppContext()
  const waiting = useLiveQuery(() => countPending(db), [db])
  const [opened, setOpened] = useState<SheetName>()
  const Opened = opened && SHEETS[opened]
  const exports: readonly [SheetName, IconName, string][] = [
    ['backup', SAVE, t`Save a backup file`],
    ['hand-over', 'phone', t`Send to another phone`],
  ]
  const imports: readonly [SheetName, IconName, string][] = [
    ['restore', 'paper', t`Open a backup file`],
    ['take-over', 'phone', t`Receive from another phone`],
  ]
  const buttons = (list: typeof exports, disabled: boolean) => (
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
      {buttons(exports, !waiting)}
      <p>{t`Records from another phone that cannot send:`}</p>
      {buttons(imports, false)}
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
