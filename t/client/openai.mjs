// The official openai client: chat and responses streams, and a chat that
// pauses for permission. Its versions before 5 read streams through
// node-fetch 2, which breaks off the streams of any server on Debian's node 18.
import OpenAI from 'openai';
import { run } from './cases.mjs';

function client(one) {
  // a refused request is not sent again: each answer is looked at
  return new OpenAI({ baseURL: one.url, apiKey: one.key, maxRetries: 0,
    timeout: 15000 });
}

async function read(stream, seen) {
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    seen.text += choice?.delta.content ?? '';
    seen.finish = choice?.finish_reason ?? seen.finish;
    seen.call = choice?.delta.tool_calls?.[0] ?? seen.call;
    seen.session = chunk.session_id ?? seen.session;
    seen.usage = chunk.usage ?? seen.usage;
  }
  seen.ended = true;
}

function create(one, messages, more = {}) {
  return client(one).chat.completions.create({
    model: 'any', stream: true, messages, ...one.more, ...more });
}

const user = (content) => ({ role: 'user', content });

await run({
  async chat(one, seen) {
    await read(await create(one, [user(one.prompt)]), seen);
  },

  // the helper that collects a stream into one message
  async collect(one, seen) {
    const stream = client(one).chat.completions.stream({
      model: 'any', messages: [user(one.prompt)] });
    seen.text = await stream.finalContent();
    seen.ended = true;
  },

  async approval(one, seen) {
    const first = { text: '' };
    await read(await create(one, [user(one.prompt)]), first);
    seen.asked = { finish: first.finish, name: first.call.function.name,
      kind: JSON.parse(first.call.function.arguments).kind };
    await read(await create(one, [
      { role: 'assistant', content: null, tool_calls: [first.call] },
      { role: 'tool', tool_call_id: first.call.id, content: one.answer },
    ], { approval_mode: undefined, session_id: first.session }), seen);
    seen.same_session = seen.session === first.session;
  },

  async responses(one, seen) {
    const stream = await client(one).responses.create({
      model: 'any', stream: true, input: 'hi' });
    for await (const event of stream) {
      seen.text += event.type === 'response.output_text.delta'
        ? event.delta : '';
      seen.finish = event.type;
    }
    seen.ended = true;
  },
});
