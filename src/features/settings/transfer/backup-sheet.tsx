import { Plural, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { encryptWork } from '#sync/transfer/encrypted-file.ts'
import { exportUnsentWithFiles } from '#sync/transfer/export-unsent.ts'
import { Icon } from '#ui/icon.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

const MIN_PASSWORD_LENGTH = 8

/** Asks for a password and saves unsent work as a file encrypted with it. */
export function BackupSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const today = useToday()
  const { account, commands, session } = useAppContext()
  const [password, setPassword] = useState('')
  const [short, setShort] = useState(false)
  const [busy, run] = useAction()
  const [failed, setFailed] = useState(false)
  const [leftBehind, setLeftBehind] = useState(0)
  const save = async () => {
    try {
      const exported = await exportUnsentWithFiles(account, commands.ports.clock.now())
      if (!exported) throw new Error('nobody is signed in')
      const { work, contents } = exported
      const file = await encryptWork(work, password, commands.ports.random, contents)
      saveFile(
        new Blob([file], { type: 'application/octet-stream' }),
        `risiti-${today}-${session.user.username}.risiti`,
      )
      toast({ tone: 'good', text: t`Backup saved. Keep it where another phone can open it.` })
      setLeftBehind(exported.omittedFiles)
      if (exported.omittedFiles === 0) onClose()
    } catch {
      setFailed(true)
    }
  }
  if (leftBehind > 0) {
    return (
      <Sheet title={t`Save a backup file`} opened onClose={onClose} height="auto">
        <div className="stack">
          <p className="notice" role="status">
            <Plural
              value={leftBehind}
              one="Backup saved, but # photo or PDF did not fit. Keep this phone until it has been sent."
              other="Backup saved, but # photos or PDFs did not fit. Keep this phone until they have been sent."
            />
          </p>
          <Button onClick={onClose} data-autofocus>{t`Close`}</Button>
        </div>
      </Sheet>
    )
  }
  return (
    <Sheet title={t`Save a backup file`} opened onClose={onClose} height="auto">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const tooShort = password.trim().length < MIN_PASSWORD_LENGTH
          setShort(tooShort)
          if (!tooShort) void run(save)
        }}
      >
        <p>{t`The file contains your unsent records and photos. It can only be opened with this password, by you or the company owner.`}</p>
        <TextInput
          size="md"
          label={t`File password`}
          description={t`At least 8 characters. Write it down: we cannot recover it.`}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={short ? t`The password is too short` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        {failed ? (
          <p className="notice" data-tone="bad" role="alert">
            {translate(errorMessage('DEVICE_STORAGE_BROKEN'))}
          </p>
        ) : null}
        <Button type="submit" loading={busy} leftSection={<Icon name="lock" size={18} />}>
          {t`Save the file`}
        </Button>
      </form>
    </Sheet>
  )
}
