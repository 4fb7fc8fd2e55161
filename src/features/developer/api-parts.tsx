import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useToasts } from '#ui/toast/toast-store.ts'
import classes from './developer.module.css'
import type { FieldRow } from './read-fields.ts'
import { SAMPLE_LANGUAGES, type SampleCall, type SampleLanguage, sampleOf } from './samples.ts'

/** Code to copy, sideways scrollable with the keyboard too. */
export function Code({ label, children }: { readonly label: string; readonly children: string }) {
  const { t } = useLingui()
  const show = useToasts((state) => state.show)
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(children).then(
      () => true,
      () => false,
    )
    show(copied ? { tone: 'good', text: t`Copied` } : { tone: 'bad', text: t`Not copied` })
  }
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard. */}
      <section className={classes.code} aria-label={label} tabIndex={0} translate="no">
        <pre>{children}</pre>
      </section>
      <Button variant="default" onClick={() => void copy()}>{t`Copy`}</Button>
    </div>
  )
}

/** An address of the API; a narrow screen breaks it between its parts. */
export function Path({ path }: { readonly path: string }) {
  const parts = path.split(/(?=\/)/)
  return parts.map((part, at) => (
    <Fragment key={parts.slice(0, at + 1).join('')}>
      <wbr />
      {part}
    </Fragment>
  ))
}

/** The same call in the language of the reader's program. */
export function Samples({ call }: { readonly call: SampleCall }) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  return (
    <>
      <NativeSelect
        label={t`Programming language`}
        value={language}
        onChange={({ currentTarget: { value } }) =>
          setLanguage(SAMPLE_LANGUAGES.find((known) => known === value) ?? 'curl')
        }
        data={[...SAMPLE_LANGUAGES]}
      />
      <Code label={t`Sample of ${call.name}`}>{sampleOf(language, location.origin, call)}</Code>
    </>
  )
}

/** A table that scrolls sideways by itself, never the page. */
export function Table(props: {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard.
    <section className={classes.table} aria-label={props.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {props.head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ id, cells }) => (
            <tr key={id} id={id}>
              {cells.map((cell, index) => (
                <td key={props.head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The fields of a call, as its description has them. */
export function FieldTable({
  id,
  label,
  fields,
}: {
  readonly id: string
  readonly label: string
  readonly fields: readonly FieldRow[]
}) {
  const { t } = useLingui()
  if (fields.length === 0) return null
  return (
    <Table
      label={label}
      head={[t`Field`, t({ context: 'a field of the API', message: 'Type' }), t`Required`]}
      rows={fields.map((field) => ({
        id: `${id}-${field.name}`,
        cells: [
          <code key="name">{field.name}</code>,
          <span key="type" lang="en">
            {field.about === '' ? field.type : `${field.type} (${field.about})`}
          </span>,
          field.required ? t`Yes` : t`No`,
        ],
      }))}
    />
  )
}
