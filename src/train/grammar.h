// Sentences with two nouns, one of which is meant: the tasks "pronoun", "control" and "who-is-he".
#pragma once

#include "train/tasks.h"

namespace qkv {

/// 奖杯放不进箱子，因为它太大: which noun is 它? The adjective decides.
Task pronoun_task();
/// 老板命令员工，他必须加班 / 老板答应员工，他会加班: who is 他? The verb decides.
Task control_task();
/// 老板告诉员工他必须加班 / 员工告诉老板他不想干了: after 告诉 the clause decides, after other verbs the verb.
Task who_is_he_task();

}  // namespace qkv
