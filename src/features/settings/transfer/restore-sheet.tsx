import { useLingui } from '@lingui/react/macro'
import { Button, FileButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { validateEnvelope } from '#sync/transfer/encrypted-file.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useImportUnsent } from './use-import-unsent.ts'
import { useTransferRefusalMessage } from './use-transfer-refusal-message.ts'

type Chosen = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** Imports a backup file. Checks that need no password are made when the file is chosen. */
export function RestoreSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const refusalMessage = useTransferRefusalMessage('password')
  const unsentImport = useImportUnsent('password', onClose)
  const [chosen, setChosen] = useState<Chosen>()
  const [fileRefusal, setFileRefusal] = useState<string>()
  const [password, setPassword] = useState('')
  const choose = async (file: File | null) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const code = await validateEnvelope(bytes)
    unsentImport.clearRefusal()
    setFileRefusal(code && refusalMessage(code))
    setChosen(code ? undefined : { name: file.name, bytes })
  }
  return (
    <Sheet title={t`Open a backup file`} opened onClose={onClose} height="auto">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) void unsentImport.start(chosen.bytes, password)
        }}
      >
        <p>{t`This phone will send the records in the file. They keep the name of the person who created them.`}</p>
        <FileButton onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="paper" size={18} />}>
              {chosen?.name ?? t`Choose the file`}
            </Button>
          )}
        </FileButton>
        {fileRefusal ? (
          <p className="notice" data-tone="bad" role="alert">
            {fileRefusal}
          </p>
        ) : null}
        {chosen ? (
          <>
            <TextInput
              size="md"
              label={t`File password`}
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value)
                unsentImport.clearRefusal()
              }}
              error={unsentImport.said}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button type="submit" loading={unsentImport.busy} disabled={password === ''}>
              {t`Receive`}
            </Button>
          </>
        ) : null}
      </form>
    </Sheet>
  )
}
