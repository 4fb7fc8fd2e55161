import { useLingui } from '@lingui/react/macro'
import { Button, FileButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { judgeSeal } from '#sync/carry/seal-work.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useCarryWords } from './use-carry-words.ts'
import { useTakingOver } from './use-taking-over.ts'

type Chosen = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** Takes a backup file in. What can be said without the password is said when the file is chosen. */
export function RestoreSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const words = useCarryWords('password')
  const taking = useTakingOver('password', onClose)
  const [chosen, setChosen] = useState<Chosen>()
  const [unfit, setUnfit] = useState<string>()
  const [password, setPassword] = useState('')
  const choose = async (file: File | null) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const code = await judgeSeal(bytes)
    taking.forget()
    setUnfit(code && words(code))
    setChosen(code ? undefined : { name: file.name, bytes })
  }
  return (
    <Sheet title={t`Open a backup file`} opened onClose={onClose} height="auto">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) void taking.take(chosen.bytes, password)
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
        {unfit ? (
          <p className="notice" data-tone="bad" role="alert">
            {unfit}
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
                taking.forget()
              }}
              error={taking.said}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button type="submit" loading={taking.busy} disabled={password === ''}>
              {t`Receive`}
            </Button>
          </>
        ) : null}
      </form>
    </Sheet>
  )
}
