import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { listLicences, packageFolder } from '../../../scripts/build/list-licences.ts'

it('takes a module for a part of the innermost package around it, and ours for none', () => {
  expect(packageFolder('/app/node_modules/react/index.js')).toBe('/app/node_modules/react')
  expect(packageFolder('/app/node_modules/@mantine/core/esm/a.mjs')).toBe('/app/node_modules/@mantine/core')
  expect(packageFolder('/app/node_modules/a/node_modules/b/c.js')).toBe('/app/node_modules/a/node_modules/b')
  expect(packageFolder('/app/src/main.ts')).toBeUndefined()
})

it('lists what a build really holds, with the text of each licence, and nothing that was shaken off', async () => {
  const root = mkdtempSync(join(tmpdir(), 'licences-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  await writeFile(
    join(root, 'main.js'),
    `import { encode } from 'uqr'; import { parse } from 'papaparse'; export default encode('a')`,
  )
  const licences = listLicences()
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [licences.write()],
    resolve: { alias: { uqr: join(import.meta.dirname, '../../../node_modules/uqr/dist/index.mjs') } },
    build: {
      lib: { entry: 'main.js', formats: ['es'] },
      rolldownOptions: { external: ['papaparse'] },
    },
  })
  const { packages } = JSON.parse(await readFile(join(root, 'dist/licences.json'), 'utf8')) as {
    packages: { name: string; licence: string; text: string }[]
  }
  expect(packages.map(({ name, licence }) => `${name} ${licence}`)).toEqual(['uqr MIT'])
  expect(packages[0]?.text).toContain('Permission is hereby granted')
})
