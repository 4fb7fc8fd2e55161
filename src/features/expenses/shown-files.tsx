import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { readUploads } from '#data/uploads.ts'
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
  const uploads = useLiveQuery(() => readUploads(db, expense.id), [db, expense.id])
  const { files = [] } = expense
  if (files.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t`Photo or PDF of the receipt`}>
      {files.map((file) => (
        <ShownFile key={file.sha256} file={file} percentSent={uploads?.get(file.sha256)} />
      ))}
    </ul>
  )
}

type ShownFileProps = {
  readonly file: ExpenseFile
  /** How much of it the server has; absent where it has all. */
  readonly percentSent: number | undefined
}

function ShownFile({ file, percentSent }: ShownFileProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const { openFile } = useAppContext()
  const [open, setOpen] = useState(false)
  const [busy, run] = useAction()
  const pdf = file.type === 'application/pdf'
  const note =
    percentSent === undefined ? '' : percentSent === 0 ? t`Waiting to send` : t`${percentSent}% sent`
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
      <FileRow file={file} note={note}>
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
