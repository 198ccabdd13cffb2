// The Vercel AI SDK: streamText over its OpenAI-compatible and its OpenAI
// provider.
import { streamText } from 'ai';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, run } from './cases.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;

async function read(model, one, seen) {
  const result = streamText({
    model, prompt: one.prompt ?? 'hi',
    maxRetries: 0, // each answer is looked at
    onError() {},  // not on the console; the parts below say it
  });
  for await (const part of result.fullStream) {
    if (part.type === 'text-delta') {
      seen.text += part.text;
    } else if (part.type === 'error') {
      seen.error = describe(part.error);
    } else if (part.type === 'finish') {
      seen.finish = part.finishReason;
      seen.tokens = part.totalUsage.totalTokens;
    }
  }
}

await run({
  async chat(one, seen) {
    const provider = createOpenAICompatible({
      name: 'gate', baseURL: one.url, apiKey: one.key });
    await read(provider.chatModel('any'), one, seen);
  },

  async responses(one, seen) {
    const provider = createOpenAI({ baseURL: one.url, apiKey: one.key });
    await read(provider.responses('any'), one, seen);
  },
});
