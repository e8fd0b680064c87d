"""The system calls that code under test may not make, by families with their reasons.

A line is a call with its numbers on x86-64 and on ARM64, from the kernel's tables;
"-" is for a call that an architecture lacks. `clone3` is in no table, as `kernel` says.
"""

REFUSED: dict[str, str] = {
    "processes and threads: a thousand of them take those of everybody": """
        fork                     57    -
        vfork                    58    -
        clone                    56  220
        execve                   59  221
        execveat                322  281
        wait4                    61  260
        waitid                  247   95
        setsid                  112  157
        setpgid                 109  154
        unshare                 272   97
        setns                   308  268
        uselib                  134    -
    """,
    "other processes: they are pytest's, or somebody else's": """
        ptrace                  101  117
        process_vm_readv        310  270
        process_vm_writev       311  271
        process_madvise         440  440
        process_mrelease        448  448
        kcmp                    312  272
        pidfd_open              434  434
        pidfd_getfd             438  438
        pidfd_send_signal       424  424
        rt_sigqueueinfo         129  138
        rt_tgsigqueueinfo       297  240
        get_robust_list         274  100
        setpriority             141  140
        ioprio_set              251   30
        sched_setparam          142  118
        sched_setscheduler      144  119
        sched_setattr           314  274
        sched_setaffinity       203  122
        migrate_pages           256  238
        move_pages              279  239
    """,
    "sockets: they reach the network, and other programs of this machine": """
        socket                   41  198
        socketpair               53  199
        connect                  42  203
        accept                   43  202
        accept4                 288  242
        bind                     49  200
        listen                   50  201
        shutdown                 48  210
        getsockname              51  204
        getpeername              52  205
        getsockopt               55  209
        setsockopt               54  208
        sendto                   44  206
        recvfrom                 45  207
        sendmsg                  46  211
        recvmsg                  47  212
        sendmmsg                307  269
        recvmmsg                299  243
    """,
    "shared memory and queues: other programs' own, or they stay behind": """
        shmget                   29  194
        shmat                    30  196
        shmdt                    67  197
        shmctl                   31  195
        semget                   64  190
        semop                    65  193
        semtimedop              220  192
        semctl                   66  191
        msgget                   68  186
        msgsnd                   69  189
        msgrcv                   70  188
        msgctl                   71  187
        mq_open                 240  180
        mq_unlink               241  181
        mq_timedsend            242  182
        mq_timedreceive         243  183
        mq_notify               244  184
        mq_getsetattr           245  185
        add_key                 248  217
        request_key             249  218
        keyctl                  250  219
    """,
    "changes of files: their names, contents, modes, owners and times": """
        creat                    85    -
        truncate                 76   45
        rename                   82    -
        renameat                264   38
        renameat2               316  276
        link                     86    -
        linkat                  265   37
        unlink                   87    -
        unlinkat                263   35
        symlink                  88    -
        symlinkat               266   36
        mkdir                    83    -
        mkdirat                 258   34
        rmdir                    84    -
        mknod                   133    -
        mknodat                 259   33
        chmod                    90    -
        fchmod                   91   52
        fchmodat                268   53
        fchmodat2               452  452
        chown                    92    -
        fchown                   93   55
        lchown                   94    -
        fchownat                260   54
        utime                   132    -
        utimes                  235    -
        futimesat               261    -
        utimensat               280   88
        setxattr                188    5
        lsetxattr               189    6
        fsetxattr               190    7
        setxattrat              463  463
        removexattr             197   14
        lremovexattr            198   15
        fremovexattr            199   16
        removexattrat           466  466
        file_setattr            469  469
    """,
    "files in other ways: handles, locks, attributes, watches, all disks": """
        name_to_handle_at       303  264
        open_by_handle_at       304  265
        flock                    73   32
        getxattr                191    8
        lgetxattr               192    9
        fgetxattr               193   10
        getxattrat              464  464
        listxattr               194   11
        llistxattr              195   12
        flistxattr              196   13
        listxattrat             465  465
        file_getattr            468  468
        inotify_init            253    -
        inotify_init1           294   26
        inotify_add_watch       254   27
        inotify_rm_watch        255   28
        fanotify_init           300  262
        fanotify_mark           301  263
        sync                    162   81
        syncfs                  306  267
        sync_file_range         277   84
        splice                  275   76
        tee                     276   77
        vmsplice                278   75
        ustat                   136    -
        memfd_secret            447  447
        lookup_dcookie          212   18
    """,
    "queues of work in the kernel: there are few for all users": """
        io_setup                206    0
        io_destroy              207    1
        io_getevents            208    4
        io_pgetevents           333  292
        io_submit               209    2
        io_cancel               210    3
        io_uring_setup          425  425
        io_uring_enter          426  426
        io_uring_register       427  427
    """,
    "privileges, and rules of the kernel": """
        setuid                  105  146
        setgid                  106  144
        setreuid                113  145
        setregid                114  143
        setresuid               117  147
        setresgid               119  149
        setfsuid                122  151
        setfsgid                123  152
        setgroups               116  159
        capset                  126   91
        chroot                  161   51
        personality             135   92
        seccomp                 317  277
        landlock_create_ruleset 444  444
        landlock_add_rule       445  445
        landlock_restrict_self  446  446
        lsm_get_self_attr       459  459
        lsm_set_self_attr       460  460
        lsm_list_modules        461  461
    """,
    "the machine: its disks, clock, names and modules": """
        mount                   165   40
        umount2                 166   39
        pivot_root              155   41
        open_tree               428  428
        open_tree_attr          467  467
        move_mount              429  429
        mount_setattr           442  442
        fsopen                  430  430
        fsconfig                431  431
        fsmount                 432  432
        fspick                  433  433
        statmount               457  457
        listmount               458  458
        swapon                  167  224
        swapoff                 168  225
        quotactl                179   60
        quotactl_fd             443  443
        acct                    163   89
        settimeofday            164  170
        clock_settime           227  112
        adjtimex                159  171
        clock_adjtime           305  266
        sethostname             170  161
        setdomainname           171  162
        reboot                  169  142
        kexec_load              246  104
        kexec_file_load         320  294
        init_module             175  105
        finit_module            313  273
        delete_module           176  106
        syslog                  103  116
        vhangup                 153   58
        iopl                    172    -
        ioperm                  173    -
    """,
    "windows into the kernel": """
        bpf                     321  280
        perf_event_open         298  241
        userfaultfd             323  282
    """,
    "what has been out of use for long": """
        _sysctl                 156    -
        sysfs                   139    -
        modify_ldt              154    -
        set_thread_area         205    -
        get_thread_area         211    -
        create_module           174    -
        get_kernel_syms         177    -
        query_module            178    -
        nfsservctl              180   42
        getpmsg                 181    -
        putpmsg                 182    -
        afs_syscall             183    -
        tuxcall                 184    -
        security                185    -
        epoll_ctl_old           214    -
        epoll_wait_old          215    -
        vserver                 236    -
    """,
}
