/** Rule for text that reads as if it were said to an assistant, not about a person. */
export type InstructionRule = {
  readonly name: string;
  /** Continuation of “This line”. */
  readonly why: string;
  readonly pattern: RegExp;
  /** Kinds of texts that hardly ever say it legitimately. */
  readonly of: readonly TextOf[];
};

/** Kind of text: a memory, a file of instructions (AGENTS.md), messages, the answer of a tool (a page of the web). */
export type TextOf = 'memory' | 'source' | 'said' | 'answer';

/**
 * Rules, in English only, for text that hardly anybody writes about a person: a missed line costs less than a mark that
 * people learn to overlook. Each gap within a pattern is bounded, so that the time for a line depends on its length
 * alone.
 */
export const instructionRules: readonly InstructionRule[] = [
  {
    name: 'override',
    why: 'asks an assistant to set its instructions aside',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}?\b(?:previous|prior|above|earlier|preceding|existing|system|safety|your)\b[^.!?\n]{0,30}?\b(?:instructions?|prompts?|rules|guidelines|guardrails|directives|restrictions)\b/iu,
    of: ['memory', 'source', 'answer'],
  },
  {
    name: 'secrecy',
    why: 'asks an assistant to keep something from the person',
    pattern:
      /\b(?:do not|don['’]t|never|must not|without)\s+(?:tell|telling|inform|informing|alert|alerting|notify|notifying|mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|ask|asking)\b[^.!?\n]{0,40}?\b(?:the|this|your) (?:user|human|person|operator)\b|\b(?:hide|conceal|keep)\b[^.!?\n]{0,30}?\bfrom the (?:user|human|operator)\b/iu,
    of: ['memory', 'source', 'answer'],
  },
  {
    name: 'command',
    why: 'tells an assistant what it must do',
    pattern:
      /\b(?:you|the assistant|the (?:ai|model|agent)) (?:must|shall|will|are required to)(?: now)? (?:always|never|immediately|only(?! needs?\b)|from now on)\b|\bfrom now on,? (?:you|the assistant) (?:are|will|must|should|act)\b|\byou are now (?:an? |in )?(?:unrestricted|different|new|dan\b|developer mode|jailbroken)/iu,
    of: ['memory'],
  },
  {
    name: 'prompt',
    why: 'is written as the beginning of a system prompt or of a turn in a conversation',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system[-_](?:prompt|reminder|message))>|^\W{0,8}(?:new |updated |revised )?system (?:prompt|message|instructions?|override)\W{0,4}:/imu,
    of: ['memory', 'source'],
  },
  {
    name: 'tool_call',
    why: 'is written as a call of a tool',
    pattern:
      /<\/?(?:tool_call|tool_use|function_calls?)>|<(?:\w{1,16}:)?invoke name=|"(?:tool_calls|function_call)"\s{0,4}:|\{\s{0,4}"name"\s{0,4}:\s{0,4}"[\w.-]{1,64}"\s{0,4},\s{0,4}"(?:arguments|parameters|input)"\s{0,4}:/iu,
    of: ['memory', 'source'],
  },
  {
    name: 'send_away',
    why: 'asks to send something to an address',
    pattern:
      /\b(?:send|post|upload|forward|transmit|submit|exfiltrate|e?mail)\b[^\n]{0,60}?\b(?:passwords?|keys?|tokens?|secrets?|credentials?|conversations?|chats?|memor(?:y|ies)|files?|data|contents?|histor(?:y|ies))\b[^\n]{0,40}?\bto\b[^\n]{0,20}?(?:https?:\/\/|[\w.+-]{1,64}@[\w-]{1,64}\.)/iu,
    of: ['memory', 'source', 'answer'],
  },
];
