import { useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'

/** How the writer of a file reports its progress and learns that it has to stop. */
export type FileWriting = { readonly onRows: (rows: number) => void; readonly stop: AbortSignal }

type Props = {
  /** How many rows there will be; 0 while that is not known. */
  readonly all: number
  readonly fileName: string
  /** Writes the file, and gives it with a sentence where it holds less than was asked for; `undefined` when it was stopped. */
  readonly write: (
    writing: FileWriting,
  ) => Promise<{ readonly file: Blob; readonly note?: string } | undefined>
  readonly onEnd: () => void
}

/** Writes a file beside the screen, shows how far it is, and can be stopped. */
export function FileProgress({ all, fileName, write, onEnd }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const [rows, setRows] = useState(0)
  const done = t`The file is in your downloads`
  const failed = t`The file could not be created. Try again`
  const stop = useRef<AbortController>(undefined)
  // One touch is one file: what changes meanwhile belongs to the next.
  const writeOnce = useRef(async (signal: AbortSignal) => {
    try {
      const written = await write({ onRows: setRows, stop: signal })
      if (!written) return
      saveFile(written.file, fileName)
      toast({ tone: 'good', text: written.note ?? done })
    } catch {
      toast({ tone: 'bad', text: failed })
    }
    onEnd()
  })
  useEffect(() => {
    const mine = new AbortController()
    stop.current = mine
    void writeOnce.current(mine.signal)
    return () => mine.abort()
  }, [])
  const cancel = () => {
    stop.current?.abort()
    onEnd()
  }
  return (
    <Sheet opened onClose={cancel} title={t`Creating the file`} height="dialog">
      <div className="stack">
        <Progress
          value={all === 0 ? 0 : Math.min(100, (100 * rows) / all)}
          aria-label={t`Creating the file`}
        />
        <p role="status">{t`Rows: ${rows}`}</p>
        <Button variant="default" onClick={cancel}>
          {t`Cancel`}
        </Button>
      </div>
    </Sheet>
  )
}
