import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { bytesText } from '#domain/text/bytes-text.ts'
import { FilePicture } from './file-picture.tsx'
import classes from './files.module.css'

type Props = {
  readonly file: ExpenseFile
  /** Text after its size, such as that it waits. */
  readonly note?: string
  readonly children: ReactNode
}

/** A file of an expense: its preview, name and size, and its actions. */
export function FileRow({ file, note = '', children }: Props) {
  const { t } = useLingui()
  const kind = file.type === 'application/pdf' ? 'PDF' : t`Photo`
  return (
    <li className={classes.row}>
      <span className={classes.thumb}>
        <FilePicture file={file} alt="" />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{file.name || kind}</span>
        <span className="dim small">
          {[kind, bytesText(file.size), note].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      {children}
    </li>
  )
}
