"""The system calls that a confined process may make, by families with their reasons.

A line is a call with its numbers on x86-64 and on ARM64, from the kernel's tables;
"-" is for a call that an architecture lacks. What is in no line fails: see `guard`.
Two calls are left out although they look harmless, because they hide what they do from
the filter, and the C library does without them: `clone3` and `openat2`.
"""

# The columns of the tables, with the names that the kernel's audit gives them
ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}

# What the guard itself asks for, before the filter is there
GUARD_ITSELF = """
    prctl                   157  167
    capset                  126   91
    seccomp                 317  277
    landlock_create_ruleset 444  444
    landlock_add_rule       445  445
    landlock_restrict_self  446  446
"""

ALLOWED = {
    "memory of its own, in which it keeps its values": """
        brk                      12  214
        mmap                      9  222
        munmap                   11  215
        mremap                   25  216
        mprotect                 10  226
        madvise                  28  233
        mincore                  27  232
        msync                    26  227
        mlock                   149  228
        mlock2                  325  284
        munlock                 150  229
        mlockall                151  230
        munlockall              152  231
        mbind                   237  235
        set_mempolicy           238  237
        get_mempolicy           239  236
        set_mempolicy_home_node 450  450
        pkey_alloc              330  289
        pkey_free               331  290
        pkey_mprotect           329  288
        remap_file_pages        216  234
        map_shadow_stack        453  453
        mseal                   462  462
        memfd_create            319  279
    """,
    "the time, and waiting for it": """
        time                    201    -
        gettimeofday             96  169
        clock_gettime           228  113
        clock_getres            229  114
        clock_nanosleep         230  115
        nanosleep                35  101
        times                   100  153
        alarm                    37    -
        getitimer                36  102
        setitimer                38  103
        timer_create            222  107
        timer_settime           223  110
        timer_gettime           224  108
        timer_getoverrun        225  109
        timer_delete            226  111
        timerfd_create          283   85
        timerfd_settime         286   86
        timerfd_gettime         287   87
    """,
    "opening and looking up files: Landlock says which may be opened": """
        open                      2    -
        openat                  257   56
        access                   21    -
        faccessat               269   48
        faccessat2              439  439
        stat                      4    -
        lstat                     6    -
        newfstatat              262   79
        statx                   332  291
        readlink                 89    -
        readlinkat              267   78
        statfs                  137   43
        getcwd                   79   17
        chdir                    80   49
    """,
    "reading and writing of what is open": """
        read                      0   63
        write                     1   64
        readv                    19   65
        writev                   20   66
        pread64                  17   67
        pwrite64                 18   68
        preadv                  295   69
        pwritev                 296   70
        preadv2                 327  286
        pwritev2                328  287
        lseek                     8   62
        close                     3   57
        close_range             436  436
        fstat                     5   80
        fstatfs                 138   44
        fchdir                   81   50
        getdents                 78    -
        getdents64              217   61
        dup                      32   23
        dup2                     33    -
        dup3                    292   24
        pipe                     22    -
        pipe2                   293   59
        sendfile                 40   71
        copy_file_range         326  285
        ftruncate                77   46
        fallocate               285   47
        fsync                    74   82
        fdatasync                75   83
        fadvise64               221  223
        readahead               187  213
        cachestat               451  451
        poll                      7    -
        ppoll                   271   73
        select                   23    -
        pselect6                270   72
        epoll_create            213    -
        epoll_create1           291   20
        epoll_ctl               233   21
        epoll_wait              232    -
        epoll_pwait             281   22
        epoll_pwait2            441  441
        eventfd                 284    -
        eventfd2                290   19
    """,
    "locks inside the process": """
        futex                   202   98
        futex_wait              455  455
        futex_wake              454  454
        futex_requeue           456  456
        futex_waitv             449  449
        set_robust_list         273   99
        set_tid_address         218   96
        rseq                    334  293
        membarrier              324  283
        sched_yield              24  124
    """,
    "signals to itself, and its end": """
        rt_sigaction             13  134
        rt_sigprocmask           14  135
        rt_sigreturn             15  139
        rt_sigpending           127  136
        rt_sigtimedwait         128  137
        rt_sigsuspend           130  133
        sigaltstack             131  132
        signalfd                282    -
        signalfd4               289   74
        pause                    34    -
        restart_syscall         219  128
        exit                     60   93
        exit_group              231   94
    """,
    "questions about the system and about itself, and its own settings": """
        getpid                   39  172
        gettid                  186  178
        getppid                 110  173
        getpgid                 121  155
        getpgrp                 111    -
        getsid                  124  156
        getuid                  102  174
        geteuid                 107  175
        getgid                  104  176
        getegid                 108  177
        getresuid               118  148
        getresgid               120  150
        getgroups               115  158
        capget                  125   90
        getrlimit                97  163
        setrlimit               160  164
        getrusage                98  165
        getpriority             140  141
        ioprio_get              252   31
        sched_getaffinity       204  123
        sched_getparam          143  121
        sched_getscheduler      145  120
        sched_getattr           315  275
        sched_get_priority_max  146  125
        sched_get_priority_min  147  126
        sched_rr_get_interval   148  127
        getcpu                  309  168
        uname                    63  160
        sysinfo                  99  179
        getrandom               318  278
        arch_prctl              158    -
        umask                    95  166
    """,
    "what is allowed with some arguments only: see `limited_arguments`": """
        fcntl                    72   25
        ioctl                    16   29
        prctl                   157  167
        prlimit64               302  261
        kill                     62  129
        tkill                   200  130
        tgkill                  234  131
    """,
}


def limited_arguments(own: int) -> dict[str, tuple[int, list[int]]]:
    """Return the calls that depend on an argument: its place, and what it may be.

    `own` is the process: it sends signals and gives limits to itself only. What is left
    out of `fcntl` and `ioctl` locks files, sends signals, or types into a terminal.
    """
    return {
        # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_QUERY, F_DUPFD_CLOEXEC,
        # F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS
        "fcntl": (1, [0, 1, 2, 3, 4, 1027, 1030, 1032, 1033, 1034]),
        # TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS2
        "ioctl": (1, [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C_542A]),
        # PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP,
        # PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS, PR_GET_THP_DISABLE, PR_SVE_GET_VL,
        # PR_SET_VMA, PR_GET_AUXV
        "prctl": (0, [2, 3, 15, 16, 21, 23, 39, 42, 51, 0x5356_4D41, 0x4155_5856]),
        "prlimit64": (0, [0, own]),
        "kill": (0, [own]),
        "tkill": (0, [own]),
        "tgkill": (0, [own]),
    }


def numbers(table: str, machine: str) -> dict[str, int]:
    """Return the calls of a table that an architecture has, with their numbers."""
    column = list(ARCHITECTURES).index(machine)
    rows = [line.split() for line in table.splitlines() if line.strip()]
    pairs = [(name, columns[column]) for name, *columns in rows]
    return {name: int(number) for name, number in pairs if number != "-"}
