import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { deleteOldFiles, upsertFile } from '#data/files.ts'
import type { SharedFile } from '#data/registry.ts'
import { MAX_SHARED_FILES } from '#data/shared-files.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { type ExpenseFile, withFileAgain } from '#domain/expenses/expense-files.ts'
import { type ReadReceiptCode, readScannedReceipt } from '#domain/expenses/receipt-code.ts'
import { FILE_TYPES, MAX_EXPENSE_FILES } from '#domain/files/validate-file.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWide } from '#ui/use-wide.ts'
import { FileRow } from './file-row.tsx'
import classes from './files.module.css'
import { prepareFile } from './prepare-file.ts'
import { type Attached, takeShared } from './take-shared.ts'
import { useSharedFiles } from './use-shared-files.ts'

/** What happens to files another app shared: attached at once, offered, or ignored (editing an expense). */
export type SharedFilesMode = 'attach' | 'offer' | 'none'

type Edit = (files: readonly ExpenseFile[]) => readonly ExpenseFile[]

type Props = {
  readonly files: readonly ExpenseFile[]
  readonly onEdit: (edit: Edit) => void
  readonly shared: SharedFilesMode
  /** The person came to attach a file: the first button has the focus. */
  readonly comesFirst: boolean
  /** A file is being made smaller and stored. */
  readonly busy: boolean
  readonly onBusy: (busy: boolean) => void
  /** A photo shows the QR code of a receipt. */
  readonly onReceipt: (read: ReadReceiptCode) => void
}

type Chosen = { readonly content: Blob; readonly name: string }

const CAMERA = {
  outline: 'M4 8h3.500l1.500-3h6l1.500 3H20v12H4zM12 17a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7',
}

/**
 * Photos and PDFs of the receipt: taken, chosen or shared by another app; compressed; stored before they are shown.
 */
export function FilesPart({ files, onEdit, shared, comesFirst, busy, onBusy, onReceipt }: Props) {
  const { t } = useLingui()
  const wide = useWide()
  const toast = useToasts((state) => state.show)
  const { db, commands, session } = useAppContext()
  const { clock } = commands.ports
  const error = useId()
  const [refused, setRefused] = useState<string>()
  const sharedFiles = useSharedFiles(shared !== 'none')
  const { droppedCount } = sharedFiles
  const attachStarted = useRef(false)
  const cameraAgain = useRef<() => void>(null)
  const filesAgain = useRef<() => void>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const remaining = MAX_EXPENSE_FILES - files.length
  useEffect(() => {
    if (comesFirst) chooseButton.current?.focus()
  }, [comesFirst])

  const attach = async ({ content, name }: Chosen): Promise<Attached> => {
    onBusy(true)
    try {
      const prepared = await prepareFile(content, name)
      if (prepared.kind === 'refused') return prepared
      const { sha256, type, size } = prepared.file
      await deleteOldFiles(db, clock.now())
      await upsertFile(db, { sha256, type, size, at: clock.now(), sent: 0 }, prepared.bytes)
      onEdit((now) => (now.some((one) => one.sha256 === sha256) ? now : [...now, prepared.file]))
      // Searched as it was taken, before it was made smaller; nothing waits for it.
      if (type !== 'application/pdf') void readReceipt(content)
      return { kind: 'stored', sha256 }
    } catch (failure) {
      const code = failure instanceof DeviceStorageFailure ? failure.code : 'UNEXPECTED'
      return { kind: 'not-stored', code }
    } finally {
      onBusy(false)
    }
  }
  const readReceipt = async (photo: Blob) => {
    // A photo without a code that can be read stays what it is: a photo.
    const read = await import('#blocks/camera/read-qr-from-image.ts')
      .then(({ readQrFromImage }) =>
        readQrFromImage(photo, ({ text }) => readScannedReceipt(text, session.simulated)),
      )
      .catch(() => undefined)
    if (read) onReceipt(read)
  }
  const choose = async (file: File | null) => {
    if (file) {
      setRefused(undefined)
      const attached = await attach({ content: file, name: file.name })
      if (attached.kind !== 'stored') setRefused(attached.code)
    }
    // Resets the inputs, so that choosing the same file again counts as a new choice.
    cameraAgain.current?.()
    filesAgain.current?.()
  }
  const attachShared = async ({ bytes, name }: SharedFile): Promise<Attached> =>
    // One that was too large to be stored has no content.
    bytes ? attach({ content: new Blob([bytes]), name }) : { kind: 'refused', code: 'FILE_TOO_LARGE' }
  const takeAllShared = async () => {
    setRefused(undefined)
    const accepted = sharedFiles.waiting.slice(0, remaining)
    setRefused(await takeShared(accepted, { ...sharedFiles, attach: attachShared }))
  }
  const wanted = shared === 'attach' && sharedFiles.waiting.length > 0
  useEffect(() => {
    if (!wanted || attachStarted.current) return
    attachStarted.current = true
    void takeAllShared()
  })
  const remove = (file: ExpenseFile) => {
    const at = files.indexOf(file)
    onEdit((now) => now.filter(({ sha256 }) => sha256 !== file.sha256))
    toast({
      tone: 'good',
      text: t`The file is removed`,
      action: {
        label: t`Undo`,
        run: () => onEdit((now) => withFileAgain(now, file, at)),
      },
    })
  }
  const offered = shared === 'offer' ? sharedFiles.waiting.length : 0
  return (
    <fieldset className={`stack ${classes.part}`} aria-describedby={refused ? error : undefined}>
      <legend className={classes.legend}>{t`Photo or PDF of the receipt`}</legend>
      {files.length > 0 ? (
        <ul className={classes.list}>
          {files.map((file) => (
            <FileRow key={file.sha256} file={file}>
              <button
                type="button"
                className="icon-button"
                onClick={() => remove(file)}
                aria-label={t`Remove the file: ${file.name}`}
              >
                <Icon name="trash" />
              </button>
            </FileRow>
          ))}
        </ul>
      ) : null}
      {offered > 0 && remaining > 0 ? (
        <div className="notice">
          <Icon name="paper" />
          <div>
            <strong>{t`You shared a receipt`}</strong>
            <div className="actions">
              <Button variant="light" onClick={() => void takeAllShared()}>
                {t`Attach it`}
              </Button>
              <Button
                variant="subtle"
                onClick={() => void sharedFiles.discard(sharedFiles.waiting.map(({ n }) => n))}
              >
                {t`Discard`}
              </Button>
            </div>
          </div>
        </div>
      ) : null}
      {remaining > 0 ? (
        // On a narrow phone the order is reversed: the last button is first, next to the form.
        <div className="actions">
          <FileButton
            resetRef={filesAgain}
            onChange={(file) => void choose(file)}
            accept={FILE_TYPES.join(',')}
          >
            {(props) => (
              <Button
                {...props}
                ref={chooseButton}
                variant="default"
                loading={busy}
                leftSection={<Icon name="plus" size={18} />}
              >
                {t`Choose a file`}
              </Button>
            )}
          </FileButton>
          {wide ? null : (
            <FileButton
              resetRef={cameraAgain}
              onChange={(file) => void choose(file)}
              accept="image/*"
              capture="environment"
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={busy}
                  leftSection={<Icon name={CAMERA} size={18} />}
                >
                  {t`Take a photo`}
                </Button>
              )}
            </FileButton>
          )}
        </div>
      ) : (
        <p className="dim small">{t`An expense has at most ${MAX_EXPENSE_FILES} files.`}</p>
      )}
      {droppedCount > 0 ? (
        <p className="small">
          {t`${plural(droppedCount, {
            one: `One file that you shared was not kept: at most ${MAX_SHARED_FILES} can wait for an expense. Share it again.`,
            other: `# files that you shared were not kept: at most ${MAX_SHARED_FILES} can wait for an expense. Share them again.`,
          })}`}
        </p>
      ) : null}
      {refused ? <FailureNote code={refused} id={error} /> : null}
    </fieldset>
  )
}
