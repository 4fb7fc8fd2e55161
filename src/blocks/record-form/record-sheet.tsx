import { type ReactNode, useState } from 'react'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useUnsavedQuestion } from './use-unsaved-question.tsx'

type Closing = {
  /** For the form: something begins or ceases to be typed and not saved; the same function every time. */
  readonly onUnsaved: (unsaved: boolean) => void
  /** Closes the sheet, after a question when something is typed. */
  readonly leave: () => void
}

type Props = {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: (closing: Closing) => ReactNode
}

/** A sheet with the form of a record: it asks before it loses what is typed and not saved. */
export function RecordSheet({ opened, ...rest }: Props) {
  return opened ? <OpenRecordSheet {...rest} /> : null
}

function OpenRecordSheet({ title, onClose, children }: Omit<Props, 'opened'>) {
  const [unsaved, setUnsaved] = useState(false)
  const { leave, question } = useUnsavedQuestion(unsaved)
  const leaveSheet = () => leave(onClose)
  return (
    <>
      <Sheet title={title} opened onClose={leaveSheet}>
        {children({ onUnsaved: setUnsaved, leave: leaveSheet })}
      </Sheet>
      {question}
    </>
  )
}
