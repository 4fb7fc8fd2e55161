import { useLingui } from '@lingui/react/macro'
import { Box, Button, Progress } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

/** How the writer of a file reports its progress and learns that it has to stop. */
export type FileWriting = { readonly onRows: (rows: number) => void; readonly stop: AbortSignal }

/** Over the bar of selected rows and the navigation, below a message. */
const ABOVE_THE_PAGE = {
  zIndex: 200,
  boxShadow: '0 0 24px rgb(0 0 0 / 0.25)',
  borderRadius: '1.25rem 1.25rem 0 0',
}

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

/**
 * Writes a file beside the screen, shows how far it is, and can be stopped; leaving the screen stops it too, and says so.
 * No sheet: the browser styles the whole page again for one, and a long list would hold up the screen.
 */
export function FileProgress({ all, fileName, write, onEnd }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const [rows, setRows] = useState(0)
  const done = t`The file is in your downloads`
  const failed = t`The file could not be created. Try again`
  const titleId = useId()
  const stop = useRef<AbortController>(undefined)
  // One touch is one file: what changes meanwhile belongs to the next.
  const once = useRef({
    write: async (writing: AbortController) => {
      stop.current = writing
      const written = await write({ onRows: setRows, stop: writing.signal }).catch(() => undefined)
      if (writing.signal.aborted) return
      stop.current = undefined
      if (written) saveFile(written.file, fileName)
      toast(written ? { tone: 'good', text: written.note ?? done } : { tone: 'bad', text: failed })
      onEnd()
    },
    leave: () => {
      if (!stop.current) return
      stop.current.abort()
      toast({ tone: 'bad', text: failed })
    },
  })
  useEffect(() => {
    const { write: writeNow, leave } = once.current
    void writeNow(new AbortController())
    return leave
  }, [])
  const cancel = () => {
    stop.current?.abort()
    stop.current = undefined
    onEnd()
  }
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      className="stack"
      pos="fixed"
      right={0}
      bottom={0}
      w="min(27.5rem, 100vw)"
      p="1.25rem"
      pb="calc(1.25rem + env(safe-area-inset-bottom))"
      bg="var(--r-surface)"
      bd="1px solid var(--r-line)"
      style={ABOVE_THE_PAGE}
    >
      <strong id={titleId}>{t`Creating the file`}</strong>
      <Progress value={all === 0 ? 0 : Math.min(100, (100 * rows) / all)} aria-label={t`Creating the file`} />
      <p role="status">{t`Rows: ${rows}`}</p>
      <Button variant="default" onClick={cancel}>
        {t`Cancel`}
      </Button>
    </Box>
  )
}
