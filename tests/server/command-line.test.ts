import { expect, test } from 'vitest'
import { errorSentence } from '#server/command-line.ts'
import { ConfigError } from '#server/config.ts'

const ofSystem = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: as Node.js says it`), { code, ...(path === undefined ? {} : { path }) })

test.each([
  [ofSystem('ENOENT', '/copies/a'), '/copies/a is not there.'],
  [ofSystem('EACCES', '/copies/a'), 'This account may not use /copies/a.'],
  [ofSystem('EISDIR'), 'That is a folder, not a file.'],
  [ofSystem('ENOTDIR', '/copies/a'), '/copies/a lies in something that is no folder.'],
  [ofSystem('ENOSPC'), 'The disk is full.'],
  [ofSystem('ENOENT'), 'ENOENT: as Node.js says it'],
  [
    new Error('It could not be done', { cause: ofSystem('ENOSPC') }),
    'It could not be done: The disk is full.',
  ],
  [new AggregateError([new Error('nobody at ::1'), new Error('nobody at 127.0.0.1')]), 'nobody at ::1'],
  [new ConfigError(['PORT is none']), 'Risiti cannot start:\n  - PORT is none'],
  ['words', 'words'],
])('what goes wrong with a command is a sentence: %s', (error, sentence) => {
  expect(errorSentence(error)).toBe(sentence)
})
