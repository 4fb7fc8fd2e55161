import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { Icon } from '#ui/icon.tsx'
import { saveFile } from '#ui/save-file.ts'

type Props = {
  /** What the file must look like. */
  readonly hint: string
  /** Why the file chosen before was not taken. */
  readonly fault: string | undefined
  /** The columns of the empty file to fill in, and its name. */
  readonly columns: readonly string[]
  readonly templateName: string
  /** Called without a file when the person chose or dropped none. */
  readonly onFile: (file: File | undefined) => void
}

/** The first step of an import: a CSV file is chosen or dropped, or one with only the column names is saved. */
export function ChooseFile({ hint, fault, columns, templateName, onFile }: Props) {
  const { t } = useLingui()
  const saveTemplate = () =>
    saveFile(new Blob([`\uFEFF${columns.join(',')}\r\n`], { type: 'text/csv;charset=utf-8' }), templateName)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button in it
    <div
      className="stack"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onFile(event.dataTransfer.files[0])
      }}
    >
      <p>{hint}</p>
      {fault === undefined ? null : (
        <p className="notice" data-tone="bad" role="alert">
          {fault}
        </p>
      )}
      <FileButton onChange={(file) => onFile(file ?? undefined)} accept=".csv,text/csv">
        {(props) => (
          <Button {...props} leftSection={<Icon name="paper" size={18} />} data-autofocus>
            {t`Choose a file`}
          </Button>
        )}
      </FileButton>
      <Button variant="default" onClick={saveTemplate}>
        {t`Download the template`}
      </Button>
    </div>
  )
}
