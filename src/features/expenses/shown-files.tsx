import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { listFileEntries } from '#data/outbox-entries.ts'
import type { ExpenseRow } from '#data/rows.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { plainFileName } from '#domain/files/validate-file.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { FilePicture } from './file-picture.tsx'
import { FileRow } from './file-row.tsx'
import classes from './files.module.css'

/**
 * The files of an expense: pictures are shown here, PDFs are opened by the phone; files that are not here are fetched
 * on demand.
 */
export function ShownFiles({ expense }: { readonly expense: ExpenseRow }) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const pendingHashes = useLiveQuery(async () => {
    const work = await listFileEntries(db, expense.id)
    return new Set(work.filter(({ state }) => state !== 'done').map(({ lane }) => lane.slice(-64)))
  }, [db, expense.id])
  const { files = [] } = expense
  if (files.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t`Photo or PDF of the receipt`}>
      {files.map((file) => (
        <ShownFile key={file.sha256} file={file} waits={pendingHashes?.has(file.sha256) ?? false} />
      ))}
    </ul>
  )
}

function ShownFile({ file, waits }: { readonly file: ExpenseFile; readonly waits: boolean }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const { openFile } = useAppContext()
  const [open, setOpen] = useState(false)
  const [busy, run] = useAction()
  const pdf = file.type === 'application/pdf'
  const show = async () => {
    if (open) {
      setOpen(false)
      return
    }
    const opened = await openFile(file)
    if (opened.kind !== 'answered') {
      const code = failureCode(opened)
      // Another phone has announced the file and has not sent it yet.
      const text =
        code === 'NOT_FOUND' ? t`The other phone has not sent this file yet` : translate(errorMessage(code))
      toast({ tone: 'bad', text })
      return
    }
    if (pdf) saveFile(new Blob([opened.value], { type: file.type }), plainFileName(file.sha256, file.type))
    else setOpen(true)
  }
  return (
    <>
      <FileRow file={file} note={waits ? t`Waiting to send` : ''}>
        <Button variant="subtle" loading={busy} onClick={() => void run(show)}>
          {open ? t`Hide` : pdf ? t`Download` : t`Show`}
        </Button>
      </FileRow>
      {open ? (
        <li>
          <FilePicture file={file} className={classes.picture} alt={t`The receipt: ${file.name}`} />
        </li>
      ) : null}
    </>
  )
}
